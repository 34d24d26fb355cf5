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

/** One sighting for each run. Looks at the first units of each line only. */
export function logRuns(text: string): Sighting[] {
  const runs: Sighting[] = [];
  let from = -1;
  let to = 0;
  let lines = 0;
  let gap = 0;
  const close = (): void => {
    if (lines >= RUN_LINES) runs.push({ rule: 'security/production-log', from, to, detail: { lines } });
    lines = 0;
  };
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const lineEnd = end < 0 ? text.length : end;
    if (isLogLine(text, at, lineEnd)) {
      if (lines === 0) from = at;
      lines += 1;
      gap = 0;
      to = lineEnd;
    } else if (lines > 0) {
      gap += 1;
      if (gap > GAP_LINES) close();
    }
    at = lineEnd + 1;
  }
  close();
  return runs;
}

function isLogLine(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 62)) at += 1;
  if (to - at < 20 || !mayBegin(text.charCodeAt(at), text.charCodeAt(at + 1))) return false;
  const line = text.slice(at, Math.min(to, at + LINE_UNITS));
  return TIMED.test(line) && EVIDENCE.test(line);
}

/** Whether a log line begins with these two units: a digit, a sign before a digit, a brace before a quote, or a month or level. */
function mayBegin(first: number, second: number): boolean {
  if (isDigit(first)) return true;
  if (first === 123) return second === 34;
  if (first === 91 || first === 40 || first === 34) return isDigit(second);
  return first >= 65 && first <= 87 && (isDigit(second) || SECOND_LETTERS.includes(second));
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Of the months and levels in `TIMED`. */
const SECOND_LETTERS: readonly number[] = [...'aepucoNARE'].map((letter) => letter.charCodeAt(0));
