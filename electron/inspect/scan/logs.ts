/** Runs of production log lines: times with levels, addresses or ids (format F8). A transcript with times is none. */
import type { Sighting } from './sighting.ts';

/** So many lines of log make a log; two or three are an example. */
const RUN_LINES = 5;
/** Stack traces and wrapped lines between two log lines. */
const GAP_LINES = 3;
const LINE_UNITS = 600;

const TIMED =
  /^(?:[[("']?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}|[[(]?\d{2}\/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d{4}:\d{2}:\d{2}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d{2}:\d{2}:\d{2} |\[?\d{2}:\d{2}:\d{2}[.,]\d{3}|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3} \S{1,40} \S{1,40} \[|\{"(?:time|timestamp|ts|@timestamp|level)":|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b.{0,12}\d{2}:\d{2}:\d{2}|[IWEF]\d{4} \d{2}:\d{2}:\d{2}|\d{10,13}(?:\.\d+)? )/;
const EVIDENCE =
  /\b(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\b|"level"\s*:|\blevel=|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\b(?:req(?:uest)?|trace|span|session|correlation|user|client|conn)[_-]?id\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\w+\[\d+\]:|"(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) [^"]{1,200} HTTP\/|\b(?:pid|tid)=\d+/;

/** Letters that stand second in the months and levels of `TIMED`, as the kernel takes them: a bit for each from `A` on. */
export const SECOND_LETTERS: bigint = [...'aepucoNARE'].reduce(
  (bits, letter) => bits | (1n << BigInt(letter.charCodeAt(0) - 65)),
  0n,
);

/**
 * One sighting for each run. Looks at the first units of each line only.
 * @param lines where lines begin that may be lines of a log, in ascending order (`kernel.lines`)
 */
export function logRuns(text: string, lines: readonly number[]): Sighting[] {
  const runs: Sighting[] = [];
  let from = -1;
  let to = 0;
  let count = 0;
  const close = (): void => {
    if (count >= RUN_LINES) runs.push({ rule: 'security/production-log', from, to, detail: { lines: count } });
    count = 0;
  };
  for (const at of lines) {
    const end = text.indexOf('\n', at);
    const lineEnd = end < 0 ? text.length : end;
    if (!isLogLine(text, at, lineEnd)) continue;
    if (count > 0 && isFar(text, to, at)) close();
    if (count === 0) from = at;
    count += 1;
    to = lineEnd;
  }
  close();
  return runs;
}

/** Whether more lines stand between the end of one log line and the beginning of another than a run may leave out. */
function isFar(text: string, from: number, to: number): boolean {
  let end = from;
  for (let lines = 0; lines <= GAP_LINES; lines++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0 || end >= to) return false;
  }
  return true;
}

function isLogLine(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 62)) at += 1;
  const line = text.slice(at, Math.min(to, at + LINE_UNITS));
  return TIMED.test(line) && EVIDENCE.test(line);
}
