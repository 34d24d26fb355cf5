/** Puts the pieces of an answer together, and stops at the first thing that cannot belong to it. */
import type { Finding } from '../../shared/findings.ts';
import type { InspectedFile, InspectionReport, TextMark } from '../../shared/models.ts';
import { MOST_MARKS, type ShownText } from '../inspect/shown-text.ts';
import {
  type FollowingMessage,
  type FoundLine,
  type InspectorMessage,
  verdictHolds,
  type WithoutJob,
} from './protocol.ts';

/** Says something more to the process that does the job. */
export type Reply = (message: WithoutJob<FollowingMessage>) => void;

/** `done` ends the job; `bad` is no answer to it, and ends the process. */
type Collected<T> = 'more' | 'bad' | { readonly done: T };

/** Takes one message of a job. */
export type Collector<T> = (answer: InspectorMessage, reply: Reply) => Collected<T>;

/** Takes one message of a job in which the process needs no more than its request. */
export type Listener<T> = (answer: InspectorMessage) => Collected<T>;

/** No archive has so many entries (ZIP counts them with 16 bits), and a report must not fill the desk's memory. */
export const MOST_ROWS = 1_000_000;

export function collectReport(): Listener<InspectionReport> {
  const files: InspectedFile[] = [];
  const findings: Finding[] = [];
  return (answer) => {
    if (answer.type === 'piece' && answer.text === undefined && answer.marks === undefined) {
      files.push(...(answer.files ?? []));
      findings.push(...(answer.findings ?? []));
      return files.length > MOST_ROWS || findings.length > MOST_ROWS ? 'bad' : 'more';
    }
    if (answer.type !== 'report') return 'bad';
    const { report } = answer;
    const whole = { ...report, files: [...files, ...report.files], findings: [...findings, ...report.findings] };
    return verdictHolds(whole) ? { done: whole } : 'bad';
  };
}

/** @param sizeBytes of the file: a text has at most as many UTF-16 units, and its marks lie inside it, in order */
export function collectText(sizeBytes: number): Listener<ShownText | null> {
  const pieces: string[] = [];
  const marks: TextMark[] = [];
  let units = 0;
  let marked = 0;
  return (answer) => {
    if (answer.type === 'piece' && answer.files === undefined && answer.findings === undefined) {
      const { text = '' } = answer;
      pieces.push(text);
      units += text.length;
      for (const mark of answer.marks ?? []) {
        if (mark.from < marked || mark.to < mark.from) return 'bad';
        marked = mark.to;
        marks.push(mark);
      }
      return units > sizeBytes || marks.length > MOST_MARKS + 1 ? 'bad' : 'more';
    }
    if (answer.type !== 'text' || marked > units) return 'bad';
    if (!answer.isText) return units === 0 && marks.length === 0 ? { done: null } : 'bad';
    return { done: { text: pieces.join(''), encoding: answer.encoding, marks } };
  };
}

export function collectHits(files: number, most: number): Listener<readonly FoundLine[]> {
  return (answer) => {
    if (answer.type !== 'hits' || answer.hits.length > most) return 'bad';
    return answer.hits.every(({ file }) => file < files) ? { done: answer.hits } : 'bad';
  };
}
