/** `uaix handoff take|decide|preserve|remove|undo|finish`: the acts, one file after the other. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  DISPOSITIONS,
  FILE_KINDS,
  type HandoffDecision,
  type HandoffFile,
  type HandoffState,
  PROCESSED_OUTCOMES,
  RECOMMENDATION_DECISIONS,
} from '../../../shared/handoff.ts';
import { ProblemError } from '../../problem.ts';
import type { HandoffAction } from '../commands/handoff.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodeOf, unwrap, worse } from '../exit.ts';
import { printFindings } from '../report-lines.ts';
import { fileItem, fileNamed, filesNamed, onlyName, stateOf } from './lines.ts';

/** Takes in the files at these paths, or with `--all` every one that is pending. A file that cannot be taken in does not stop the others. */
export const take: HandoffAction = async (context, items, options) => {
  const { output } = context;
  const { text } = output;
  const before = await stateOf(context);
  const pending = before.scan?.entries.filter(({ status, fileId }) => status === 'pending' && fileId === null) ?? [];
  const paths = options.all === true ? pending.map(({ path }) => path) : items;
  if (options.all !== true && paths.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
  return await each(
    context,
    paths,
    (path) => path,
    async (path, { desk }) => {
      const state = unwrap(await desk.handoffAct({ act: 'take', path }));
      const file = fileNamed(state, path);
      output.item(fileItem(file, output));
      const { sizeBytes, sha256, content } = file;
      output.line(
        text.t('handoff:did.taken', { path, sizeBytes, sha256, content: text.t(`handoff:content.${content}`) }),
      );
      printFindings(output, file.findings);
      if (file.archiveSha256 !== null) output.line(text.t('handoff:did.linked', { archive: file.archiveSha256 }));
      if (file.importProblem === null) return 0;
      output.line(text.t('handoff:did.notLinked'));
      output.problem(file.importProblem, path);
      return exitCodeOf(file.importProblem);
    },
  );
};

export const decide: HandoffAction = async (context, items, options) => {
  const { output } = context;
  const { desk } = await context.openDesk();
  const { fileId, version, path } = fileNamed(await stateOf(context), onlyName(items));
  const decision = decisionOf(options);
  const state = unwrap(await desk.handoffAct({ act: 'decide', fileId, version, decision }));
  output.item(fileItem(fileNamed(state, fileId), output));
  const words = {
    path,
    disposition: output.text.t(`handoff:disposition.${decision.disposition}`),
    outcome: output.text.t(`handoff:outcome.${decision.outcome}`),
  };
  output.line(output.text.t('handoff:did.decided', words));
  return 0;
};

function decisionOf(options: Readonly<Record<string, unknown>>): HandoffDecision {
  const lines = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    fileKind: oneOf(FILE_KINDS, options.kind ?? 'content'),
    disposition: oneOf(DISPOSITIONS, options.disposition),
    outcome: oneOf(PROCESSED_OUTCOMES, options.outcome),
    reason: typeof options.reason === 'string' ? options.reason : '',
    recommendations: lines(options.recommendation).map((line) => {
      const [decision = '', ...rest] = line.split('|');
      return { decision: oneOf(RECOMMENDATION_DECISIONS, decision.trim()), summary: first(rest), reason: last(rest) };
    }),
    checks: lines(options.check).map((line) => {
      const parts = line.split('|');
      return { summary: first(parts), result: last(parts) };
    }),
    memoryPaths: lines(options.memory),
  };
}

/** Everything but the last part; the last part alone when there is only one is no summary. */
function first(parts: readonly string[]): string {
  return parts.slice(0, -1).join('|').trim();
}

function last(parts: readonly string[]): string {
  return (parts.at(-1) ?? '').trim();
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  const found = known.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new ProblemError('bad-request', {
    variant: 'unknown-source',
    what: String(value ?? '—'),
    known: known.join(', '),
  });
}

export const preserve: HandoffAction = (context, items, options) =>
  acts(context, items, options, 'preserve', ({ preservedUtc }) => preservedUtc === null);

export const remove: HandoffAction = (context, items, options) =>
  acts(context, items, options, 'remove', (file) => {
    const isFree = file.decision !== null && file.decision.outcome !== 'kept-active-with-reason';
    return isFree && file.preservedUtc !== null && file.removedUtc === null;
  });

/** Brings files back; one of a finished run is named by its whole id, as its message gives it. */
export const undo: HandoffAction = async (context, items, options) => {
  const { output } = context;
  const [name, more] = items;
  const { files } = await stateOf(context);
  const isEarlier = /^[0-9a-f]{16}$/.test(name ?? '') && !files.some(({ fileId }) => fileId === name);
  if (!isEarlier || name === undefined || more !== undefined) {
    return await acts(context, items, options, 'undo', ({ removedUtc }) => removedUtc !== null);
  }
  const { desk } = await context.openDesk();
  unwrap(await desk.handoffAct({ act: 'undo', fileId: name, version: 0 }));
  output.item({ schema: 'uaix-desktop.handoff-restored.v1', fileId: name });
  output.line(output.text.t('handoff:did.restored', { path: name }));
  return 0;
};

const DID = { preserve: 'preserved', remove: 'removed', undo: 'restored' } as const;

async function acts(
  context: CommandContext,
  items: readonly string[],
  options: Readonly<Record<string, unknown>>,
  act: keyof typeof DID,
  applies: (file: HandoffFile) => boolean,
): Promise<ExitCode> {
  const { output } = context;
  const files = filesNamed(await stateOf(context), items, options.all === true, applies);
  if (files.length === 0) output.line(output.text.t('handoff:did.nothing'));
  return await each(
    context,
    files,
    ({ path }) => path,
    async ({ fileId, version }, { desk }) => {
      const state = unwrap(await desk.handoffAct({ act, fileId, version }));
      const file = fileNamed(state, fileId);
      output.item(fileItem(file, output));
      output.line(output.text.t(`handoff:did.${DID[act]}`, { path: file.path, preservedAs: file.preservedAs ?? '' }));
      return 0;
    },
  );
}

type Opened = Awaited<ReturnType<CommandContext['openDesk']>>;

/** Does something for each; what is refused for one is told, and the others are still done. */
async function each<T>(
  context: CommandContext,
  things: readonly T[],
  nameOf: (thing: T) => string,
  work: (thing: T, opened: Opened) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await context.openDesk();
  let exitCode: ExitCode = 0;
  for (const thing of things) {
    try {
      exitCode = worse(exitCode, await work(thing, opened));
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown;
      context.output.problem(thrown.problem, nameOf(thing));
      exitCode = worse(exitCode, exitCodeOf(thrown.problem));
    }
  }
  return exitCode;
}

/** Ends the run; the answer is "no" (1) when the intake is not complete. */
export const finish: HandoffAction = async (context, _items, options) => {
  const { output, cwd } = context;
  const { desk } = await context.openDesk();
  const state: HandoffState = unwrap(await desk.handoffAct({ act: 'finish' }));
  const [message] = state.messages;
  if (!message) throw new ProblemError('not-found', { what: 'message' });
  const view = unwrap(await desk.readHandoffMessage({ name: message.sha256, archive: null }));
  if (typeof options.output === 'string') writeFileSync(resolve(cwd, options.output), view.text);
  output.item({ schema: 'uaix-desktop.handoff-message.v1', ...message });
  const { messageId, complete } = message;
  output.line(
    output.text.t(`handoff:did.finished_${complete ? 'complete' : 'incomplete'}`, { messageId }),
    complete ? 'green' : 'yellow',
  );
  return complete ? 0 : 1;
};
