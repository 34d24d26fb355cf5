/** Cuts large answers into pieces, so that whoever takes them never stands still. */
import type { InspectionReport } from '../../shared/models.ts';
import type { JudgedFiles } from '../inspect/inspect.ts';
import type { ShownText } from '../inspect/shown-text.ts';
import { slicesOf } from '../turns.ts';
import { PIECE } from './message-schemas.ts';
import type { InspectorMessage } from './protocol.ts';

type Send = (message: InspectorMessage) => void;

/** Sends the files and findings of a report. @returns the message that ends it */
export function reportPieces(job: number, report: InspectionReport, send: Send): InspectorMessage {
  for (const files of slicesOf(report.files, PIECE.rows)) send({ type: 'piece', job, files });
  for (const findings of slicesOf(report.findings, PIECE.rows)) send({ type: 'piece', job, findings });
  return { type: 'report', job, report: { ...report, files: [], findings: [] } };
}

/** Sends what a helper judged of one batch. */
export function judgedPieces(job: number, { files, unreadable, findings }: JudgedFiles, send: Send): void {
  const none = { type: 'judged', job, files: [], unreadable: [], findings: [] } as const;
  for (const slice of slicesOf(files, PIECE.rows)) send({ ...none, files: slice });
  for (const slice of slicesOf(unreadable, PIECE.rows)) send({ ...none, unreadable: slice });
  for (const slice of slicesOf(findings, PIECE.rows)) send({ ...none, findings: slice });
}

/** Sends a text and its marks. @returns the message that ends it */
export function textPieces(job: number, shown: ShownText | null, send: Send): InspectorMessage {
  const text = shown?.text ?? '';
  for (let from = 0; from < text.length; from += PIECE.units) {
    send({ type: 'piece', job, text: text.slice(from, from + PIECE.units) });
  }
  for (const marks of slicesOf(shown?.marks ?? [], PIECE.marks)) send({ type: 'piece', job, marks });
  return { type: 'text', job, isText: shown !== null, encoding: shown?.encoding ?? null };
}
