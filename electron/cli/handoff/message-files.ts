/** `uaix handoff validate|export|receive`: messages as files. Validating needs no desk. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { countFindings, verdictOf } from '../../../shared/findings.ts';
import type { HandoffMessageView } from '../../../shared/handoff.ts';
import { systemClock } from '../../clock.ts';
import { readMessageFile, viewOf } from '../../handoff/messages.ts';
import { ProblemError } from '../../problem.ts';
import type { HandoffAction } from '../commands/handoff.ts';
import { deskAndPackage } from '../context.ts';
import { type ExitCode, exitCodeOf, unwrap, worse } from '../exit.ts';
import type { Output } from '../output.ts';
import { findingItem, printFindings } from '../report-lines.ts';
import { onlyName } from './lines.ts';

/** Exit 1 when a rule refuses one of the files. */
export const validate: HandoffAction = async (context, items) => {
  const { output, cwd } = context;
  if (items.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
  let exitCode: ExitCode = 0;
  for (const item of items) {
    try {
      const { checked, bytes } = readMessageFile(resolve(cwd, item), item, systemClock.now());
      const view = viewOf(checked, bytes.toString('utf8'), item, 'file');
      printView(output, item, view);
      exitCode = worse(exitCode, verdictOf(view.findings) === 'no_op' ? 1 : 0);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown;
      output.problem(thrown.problem, item);
      exitCode = worse(exitCode, exitCodeOf(thrown.problem));
    }
  }
  return exitCode;
};

/** Prints how a message was judged, and what it tells. */
function printView(output: Output, file: string, view: HandoffMessageView): void {
  const { findings, timeline, messageId, createdUtc } = view;
  const counts = countFindings(findings);
  const verdict = verdictOf(findings);
  output.item({
    schema: 'uaix-desktop.handoff-validate.v1',
    file,
    messageId,
    createdUtc,
    verdict,
    counts,
    findings: findings.map((found) => findingItem(found, output.text)),
    timeline,
  });
  const key = verdict === 'no_op' ? 'refused' : counts.review > 0 ? 'review' : 'passes';
  output.line(output.text.t(`handoff:validate.${key}`, { file }), 'bold', verdict === 'no_op' ? 'red' : 'green');
  printFindings(output, findings);
  if (timeline.length > 0) output.line(output.text.t('handoff:timeline.title'), 'bold');
  for (const { kind, values } of timeline)
    output.line(`  ${output.text.t(`handoff:timeline.${kind}`, worded(output, values))}`);
  output.line();
}

/** Tokens of the schema in the reader's words. */
function worded(output: Output, values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const { text } = output;
  const word = (name: string, group: string): string | number => {
    const value = values[name];
    return typeof value === 'string' && text.has(`handoff:${group}.${value}`)
      ? text.t(`handoff:${group}.${value}`)
      : (value ?? '');
  };
  return {
    ...values,
    ...('fileKind' in values ? { fileKind: word('fileKind', 'kind') } : {}),
    ...('disposition' in values ? { disposition: word('disposition', 'disposition') } : {}),
    ...('outcome' in values ? { outcome: word('outcome', 'outcome') } : {}),
  };
}

/** `export NAME [-o FILE]` a kept message; `export PACKAGE --package [-o FILE]` one about a package; without NAME the newest one. */
export const exportMessage: HandoffAction = async (context, items, options) => {
  const { output, cwd } = context;
  const view = await chosenMessage(context, items, options.package === true);
  if (typeof options.output !== 'string') {
    output.raw(view.text);
    return 0;
  }
  const file = resolve(cwd, options.output);
  writeFileSync(file, view.text);
  output.item({ schema: 'uaix-desktop.handoff-export.v1', messageId: view.messageId, file: options.output });
  output.line(output.text.t('handoff:did.exported', { file: options.output }));
  return 0;
};

async function chosenMessage(
  context: Parameters<HandoffAction>[0],
  items: readonly string[],
  isPackage: boolean,
): Promise<HandoffMessageView> {
  if (isPackage) {
    const { opened, archive } = await deskAndPackage(context, onlyName(items));
    return unwrap(await opened.desk.makePackageMessage({ archive }));
  }
  const { desk } = await context.openDesk();
  const newest = items.length > 0 ? undefined : unwrap(await desk.handoffState({})).messages[0];
  return unwrap(await desk.readHandoffMessage({ name: newest?.sha256 ?? onlyName(items), archive: null }));
}

/** Keeps a message of another desk as evidence. */
export const receive: HandoffAction = async (context, items) => {
  const { output, cwd } = context;
  if (items.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
  const { desk } = await context.openDesk();
  for (const item of items) {
    const state = unwrap(await desk.handoffAct({ act: 'receive', path: resolve(cwd, item) }));
    const { checked } = readMessageFile(resolve(cwd, item), item, systemClock.now());
    const messageId = checked.message?.message_id ?? '';
    const kept = state.messages.find((message) => message.messageId === messageId);
    if (kept) output.item({ schema: 'uaix-desktop.handoff-message.v1', ...kept });
    output.line(output.text.t('handoff:did.received', { messageId }));
  }
  return 0;
};
