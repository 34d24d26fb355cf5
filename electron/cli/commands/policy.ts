/** `uaix policy [show | path | test FILE | set FILE | reset]`: the local policy. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import type { Output } from '../output.ts';

export async function run(
  context: CommandContext,
  [action = 'show', file]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { desk, local } = await context.openDesk();
  switch (action) {
    case 'path':
      output.item({ schema: 'uaix-desktop.policy-path.v1', path: local.policyPath });
      output.line(local.policyPath);
      return 0;
    case 'show': {
      const state = unwrap(await desk.getPolicy({}));
      output.item({ schema: 'uaix-desktop.policy.v1', ...state });
      output.block(state.text.trimEnd());
      return 0;
    }
    case 'test': {
      const preview = unwrap(await desk.previewPolicy({ text: await candidate(context, file) }));
      output.item({ schema: 'uaix-desktop.policy-preview.v1', ...preview });
      printChange(output, preview);
      return 0;
    }
    case 'set': {
      const text = await candidate(context, file);
      const { loosens, tightens } = unwrap(await desk.previewPolicy({ text }));
      const confirmed = options.confirm === true;
      if (loosens.length > 0 && !confirmed) {
        output.item({ schema: 'uaix-desktop.policy-set.v1', set: false, loosens, tightens });
        output.say('policy.confirm', { members: loosens });
        return 1;
      }
      const { sha256 } = unwrap(await desk.setPolicy({ text, confirmed }));
      output.item({ schema: 'uaix-desktop.policy-set.v1', set: true, sha256, loosens, tightens });
      output.say('policy.set', { sha256 });
      return 0;
    }
    case 'reset': {
      const { problem } = unwrap(await desk.readPolicyText({}));
      if (problem === null) {
        output.item({ schema: 'uaix-desktop.policy-reset.v1', reset: false });
        output.say('policy.notBroken');
        return 1;
      }
      const { sha256, kept } = unwrap(await desk.resetPolicy({}));
      output.item({ schema: 'uaix-desktop.policy-reset.v1', reset: true, sha256, kept });
      output.say('policy.reset', { sha256, kept: kept ?? '' });
      return 0;
    }
    default:
      throw new ProblemError('bad-request', {
        variant: 'unknown-action',
        what: String(action),
        known: 'show, path, test FILE, set FILE, reset',
      });
  }
}

async function candidate({ cwd }: CommandContext, file: unknown): Promise<string> {
  if (typeof file !== 'string') throw new ProblemError('bad-request', { variant: 'file-needed' });
  return await readFile(resolve(cwd, file), 'utf8');
}

interface Preview {
  readonly loosens: readonly string[];
  readonly tightens: readonly string[];
  readonly packages: readonly {
    readonly archiveSha256: string;
    readonly title: string;
    readonly before: boolean;
    readonly after: boolean;
    readonly clauses: readonly string[];
  }[];
}

function printChange(output: Output, { loosens, tightens, packages }: Preview): void {
  if (loosens.length > 0) output.say('policy.loosens', { members: loosens });
  if (tightens.length > 0) output.say('policy.tightens', { members: tightens });
  const changed = packages.filter(({ before, after, clauses }) => before !== after || clauses.length > 0);
  if (changed.length === 0) output.say('policy.noChange');
  output.table(
    changed.map(({ archiveSha256, title, before, after, clauses }) => [
      `  ${archiveSha256.slice(0, 12)}`,
      title,
      `${output.text.t(`cli:policy.${before ? 'accepts' : 'blocks'}`)} → ${output.text.t(`cli:policy.${after ? 'accepts' : 'blocks'}`)}`,
      clauses.join(', '),
    ]),
  );
}
