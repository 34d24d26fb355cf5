/** `uaix handoff buckets|scan|list|show`: names the folders, looks into them, reads a file. */
import { resolve } from 'node:path';
import { DEFAULT_BUCKETS, type HandoffPlaces, type HandoffScan, SCAN_PHASES } from '../../../shared/handoff.ts';
import { ProblemError } from '../../problem.ts';
import type { HandoffAction } from '../commands/handoff.ts';
import { unwrap } from '../exit.ts';
import type { Output } from '../output.ts';
import { printFindings } from '../report-lines.ts';
import { entryRow, fileItem, fileNamed, fileRow, onlyName, stateOf } from './lines.ts';

/**
 * `buckets` shows the folders; `buckets content=DIR improvement=DIR --evidence DIR` names them; `buckets DIR --evidence DIR` takes the
 * usual two below DIR.
 */
export const buckets: HandoffAction = async (context, items, options) => {
  const { output, cwd } = context;
  if (items.length === 0 && options.evidence === undefined) {
    printPlaces(output, (await stateOf(context)).places);
    return 0;
  }
  if (typeof options.evidence !== 'string') throw new ProblemError('handoff-refused', { variant: 'no-places' });
  const named = items.flatMap((item) => {
    const at = item.indexOf('=');
    if (at > 0) return [{ label: item.slice(0, at), folder: resolve(cwd, item.slice(at + 1)) }];
    return DEFAULT_BUCKETS.map((label) => ({ label, folder: resolve(cwd, item, label) }));
  });
  const { desk } = await context.openDesk();
  const evidence = resolve(cwd, options.evidence);
  const state = unwrap(await desk.handoffAct({ act: 'set-places', buckets: named, evidence }));
  printPlaces(output, state.places);
  return 0;
};

function printPlaces(output: Output, { buckets: named, evidence }: HandoffPlaces): void {
  output.item({ schema: 'uaix-desktop.handoff-places.v1', buckets: named, evidence });
  if (evidence === null) output.line(output.text.t('handoff:places.none'));
  const state = (place: { state: string }): string => output.text.t(`handoff:place.${place.state}`);
  for (const bucket of named) output.line(output.text.t('handoff:places.bucket', { ...bucket, state: state(bucket) }));
  if (evidence) output.line(output.text.t('handoff:places.evidence', { ...evidence, state: state(evidence) }));
}

export const scan: HandoffAction = async (context, _items, options) => {
  const { output } = context;
  const phase = SCAN_PHASES.find((known) => known === (options.phase ?? 'prompt-coupled'));
  if (!phase) {
    const what = String(options.phase);
    throw new ProblemError('bad-request', { variant: 'unknown-source', what, known: SCAN_PHASES.join(', ') });
  }
  const { desk } = await context.openDesk();
  const state = unwrap(await desk.handoffAct({ act: 'scan', phase }));
  if (state.scan) printScan(output, state.run?.handoffId ?? '', state.scan);
  return state.scan !== null && state.scan.missing.length > 0 ? 1 : 0;
};

function printScan(output: Output, handoffId: string, found: HandoffScan): void {
  const { utc, pending, placeholders, missing } = found;
  output.item({ schema: 'uaix-desktop.handoff-scan.v1', handoffId, ...found });
  output.line(output.text.t('handoff:list.scan', { utc: output.text.utc(utc), pending, placeholders }), 'bold');
  if (missing.length > 0) output.line(output.text.t('handoff:list.missing', { buckets: missing.join(', ') }), 'red');
  output.table(found.entries.map((entry) => entryRow(entry, output)));
}

export const list: HandoffAction = async (context) => {
  const { output } = context;
  const { text } = output;
  const { run, scan: found, files, messages } = await stateOf(context);
  for (const file of files) output.item(fileItem(file, output));
  const open = found?.entries.filter(({ fileId }) => fileId === null) ?? [];
  for (const entry of open) output.item({ schema: 'uaix-desktop.handoff-entry.v1', ...entry });
  for (const message of messages) output.item({ schema: 'uaix-desktop.handoff-message.v1', ...message });
  if (!run) output.line(text.t('handoff:list.noRun'));
  else output.line(text.t('handoff:list.run', { handoffId: run.handoffId, utc: text.utc(run.startedUtc) }), 'bold');
  output.table([...files.map((file) => fileRow(file, output)), ...open.map((entry) => entryRow(entry, output))]);
  if (messages.length > 0) output.line(text.t('handoff:list.messages'), 'bold');
  output.table(
    messages.map(({ messageId, origin, createdUtc, complete }) => [
      messageId,
      text.t(`handoff:origin.${origin}`),
      text.utc(createdUtc),
      text.t(complete ? 'handoff:list.complete' : 'handoff:list.incomplete'),
    ]),
  );
  return 0;
};

/** Prints a text to its end and records that it was read; says what else a file is. */
export const show: HandoffAction = async (context, items) => {
  const { output } = context;
  const { desk } = await context.openDesk();
  const file = fileNamed(await stateOf(context), onlyName(items));
  const { fileId, path, sha256 } = file;
  const { text } = unwrap(await desk.readHandoffFile({ fileId }));
  if (text === null) {
    output.item(fileItem(file, output));
    const key = file.content === 'blocked' || file.content === 'package' ? file.content : 'bytes';
    const values = {
      ...file,
      findings: '',
      importProblem: '',
      decision: '',
      rule: file.blockedBy ?? '',
      archive: file.archiveSha256 ?? '—',
    };
    output.line(output.text.t(`handoff:show.${key}`, values));
    printFindings(output, file.findings);
    return 0;
  }
  output.block(text);
  printFindings(output, file.findings);
  const state = unwrap(await desk.handoffAct({ act: 'view', fileId, sha256 }));
  output.item({ ...fileItem(fileNamed(state, fileId), output), text });
  output.line(output.text.t('handoff:did.viewed', { path }));
  return 0;
};
