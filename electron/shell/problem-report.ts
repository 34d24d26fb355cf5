/**
 * The text of "Report a problem". Redaction is by allow list, not by search: only words of our own code, numbers, versions and rule ids can get
 * in. Names of files and packages, paths, messages and every text of a package stay out by construction. Pure.
 */
import type { ProblemCode } from '../../shared/models.ts';
import type { DoctorRow, FindingCount } from '../desk/local-desk.ts';
import type { Texts } from './texts.ts';

/** What the report is made of. */
export interface ProblemParts {
  readonly utc: string;
  /** Names and versions: of the program, Electron, Chromium, Node, SQLite, the system. */
  readonly versions: Readonly<Record<string, string>>;
  /** Why the desk could not be opened; null when it is open. */
  readonly startProblem: ProblemCode | null;
  readonly doctor: readonly DoctorRow[];
  readonly packagesByState: Readonly<Partial<Record<string, number>>>;
  readonly findings: readonly FindingCount[];
  /** The log as it stands in its file. */
  readonly log: string;
}

/** Enough to see what led to a fault, short enough to be read by the person. */
const LOG_LINES = 60;
/** Members of the log that carry words of our own code. */
const LOG_WORDS = ['level', 'what', 'method', 'code', 'name', 'reason', 'type', 'desk'] as const;
/** A word of our own code: a code, a method, a class. No digits, so that no token, digest or address passes. */
const WORD = /^[A-Za-z][A-Za-z-]{0,39}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Versions and names of systems: no slash, no backslash, no colon, so no path or address. */
const VERSION = /^[\w][\w .+-]{0,59}$/;
/** The place of a fault: our file, line and column; the folders in front of it are left out. */
const PLACE = /([\w-]{1,40}\.(?:js|cjs|ts)):(\d{1,7}):(\d{1,7})\)?$/;

const LEFT_OUT = '…';

function safe(value: string, grammar: RegExp): string {
  return grammar.test(value) ? value : LEFT_OUT;
}

/** One line of the log with only what is allowed; null when the line is not ours. */
export function redactedLogLine(line: string): string | null {
  let entry: Record<string, unknown>;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    entry = value as Record<string, unknown>;
  } catch {
    return null; // cut off by a crash, or not written by us
  }
  const words = LOG_WORDS.flatMap((member) =>
    typeof entry[member] === 'string' ? [`${member}=${safe(entry[member], WORD)}`] : [],
  );
  const place = typeof entry.place === 'string' ? PLACE.exec(entry.place) : null;
  const exit = typeof entry.exitCode === 'number' ? [`exitCode=${entry.exitCode}`] : [];
  return [
    typeof entry.utc === 'string' ? safe(entry.utc, UTC) : LEFT_OUT,
    ...words,
    ...exit,
    ...(place ? [`place=${place[1]}:${place[2]}:${place[3]}`] : []),
  ].join(' ');
}

function redactedLog(log: string): readonly string[] {
  return log
    .split('\n')
    .filter(Boolean)
    .slice(-LOG_LINES)
    .map((line) => redactedLogLine(line) ?? LEFT_OUT);
}

/** A row of the doctor without its subject; of its values only the numbers. */
function doctorLine({ check, state, detail, values, repairable }: DoctorRow): string {
  const numbers = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' && WORD.test(name) ? [`${name}=${value}`] : [],
  );
  return [check, state, safe(detail, WORD), ...numbers, ...(repairable ? ['repairable'] : [])].join(' ');
}

/** Makes the report: headings in the person's language, contents in the words of the code. */
export function problemReport(parts: ProblemParts, t: Texts): string {
  const { utc, versions, startProblem, doctor, packagesByState, findings, log } = parts;
  const section = (title: string, lines: readonly string[]) => [`## ${title}`, ...lines, ''];
  const states = Object.entries(packagesByState).filter(([name]) => /^[a-z_]{1,20}$/.test(name));
  return [
    `# ${t('problemTitle')}`,
    t('problemPromise'),
    '',
    `utc ${safe(utc, UTC)}`,
    '',
    ...section(
      t('problemVersions'),
      Object.entries(versions).map(([name, value]) => `${safe(name, WORD)} ${safe(value, VERSION)}`),
    ),
    ...section(t('problemStart'), [startProblem ?? '-']),
    ...section(t('problemDoctor'), doctor.map(doctorLine)),
    ...section(
      t('problemPackages'),
      states.map(([state, number]) => `${state} ${number}`),
    ),
    ...section(
      t('problemRules'),
      findings.map(({ rule, severity, findings: all, packages }) => `${rule} ${severity} ${all} (${packages})`),
    ),
    ...section(t('problemLog'), redactedLog(log)),
  ].join('\n');
}
