/** Files and scans of the handoff desk as JSON lines and as rows for people; and how a person names a file. */

import { countFindings } from '../../../shared/findings.ts';
import { type HandoffFile, type HandoffState, type ScanEntry, stepOf } from '../../../shared/handoff.ts';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { unwrap } from '../exit.ts';
import type { Output } from '../output.ts';
import { findingItem } from '../report-lines.ts';

/** The JSON object of one file. */
export function fileItem(file: HandoffFile, output: Output): Record<string, unknown> {
  const { findings, ...rest } = file;
  return {
    schema: 'uaix-desktop.handoff-file.v1',
    step: stepOf(file),
    ...rest,
    findings: findings.map((found) => findingItem(found, output.text)),
  };
}

/** A row of the list: mark, path, what it is, what it waits for, how many findings. */
export function fileRow(file: HandoffFile, output: Output): readonly string[] {
  const { text } = output;
  const counts = countFindings(file.findings);
  return [
    file.removedUtc === null ? '○' : '●',
    file.fileId.slice(0, 8),
    file.path,
    text.t(`handoff:content.${file.content}`),
    text.bytes(file.sizeBytes),
    text.t(`handoff:step.${stepOf(file)}`),
    counts['no-op'] + counts.review > 0
      ? `${output.mark(counts['no-op'] > 0 ? 'no-op' : 'review')} ${counts['no-op'] + counts.review}`
      : '',
  ];
}

/** A row of what a scan found and nobody took in. */
export function entryRow({ path, status, sizeBytes }: ScanEntry, output: Output): readonly string[] {
  const { text } = output;
  const label = status === 'pending' ? text.t('handoff:step.pending') : text.t(`handoff:status.${status}`);
  return [status === 'placeholder' ? '·' : '◌', '', path, '', text.bytes(sizeBytes), label, ''];
}

/** The state of the desk. */
export async function stateOf(context: CommandContext): Promise<HandoffState> {
  const { desk } = await context.openDesk();
  return unwrap(await desk.handoffState({}));
}

/** The file a person names: its path, or the beginning of its id. @throws ProblemError not-found, ambiguous */
export function fileNamed(state: HandoffState, name: string): HandoffFile {
  const exact = state.files.find(({ path, fileId }) => path === name || fileId === name);
  if (exact) return exact;
  const found = /^[0-9a-f]{4,16}$/.test(name) ? state.files.filter(({ fileId }) => fileId.startsWith(name)) : [];
  const [first, second] = found;
  if (!first) throw new ProblemError('not-found', { what: name });
  if (second) throw new ProblemError('ambiguous', { what: name, number: found.length });
  return first;
}

/** Files named one by one, or with `--all` those that `applies`. @throws ProblemError bad-request without either */
export function filesNamed(
  state: HandoffState,
  names: readonly string[],
  all: boolean,
  applies: (file: HandoffFile) => boolean,
): readonly HandoffFile[] {
  if (all) return state.files.filter(applies);
  if (names.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
  return names.map((name) => fileNamed(state, name));
}

/** The only name of an action that takes one. @throws ProblemError bad-request */
export function onlyName(items: readonly string[]): string {
  const [name, more] = items;
  if (name === undefined || more !== undefined) throw new ProblemError('bad-request', { variant: 'file-needed' });
  return name;
}
