/**
 * Sentences for people, made from data: the one place where findings, problems and clauses become words.
 * Used by the window and the command line alike. Texts are plain, never HTML; values of a package are put in verbatim and are never
 * interpreted (no nesting, no second interpolation), so the caller must escape or isolate them as its surface needs.
 */
import { createInstance, type Module } from 'i18next';
import type { Finding } from './findings.ts';
import type { Language } from './languages.ts';
import { LOCALES, NAMESPACES } from './locales/index.ts';
import type { ClauseOutcome, Problem } from './models.ts';

export type TextValue = string | number | boolean | null | readonly string[];
export type TextValues = Readonly<Record<string, TextValue>>;

/** What happened, why it matters, what to do. Parts that a locale leaves out are empty. */
export interface Explanation {
  readonly title: string;
  readonly explanation: string;
  readonly todo: string;
}

export interface Text {
  readonly language: Language;
  /** What stands between two sentences: a space, or nothing where full-width punctuation carries its own. */
  readonly gap: '' | ' ';
  /**
   * The sentence at `key`, with `{{name}}` filled from `values`. Keys of another namespace carry its name: `cli:lint.usage`.
   * A number in `values.count` picks the plural form. An unknown key gives the key itself, so that it is seen.
   */
  t(key: string, values?: TextValues): string;
  has(key: string): boolean;
  findingText(
    finding: Pick<Finding, 'rule' | 'path' | 'line' | 'column' | 'offset' | 'pointer' | 'detail'>,
  ): Explanation;
  problemText(problem: Problem): Explanation;
  clauseText(outcome: Pick<ClauseOutcome, 'reason' | 'values' | 'paths'>): string;
  /** Parts as running text: each ends like a sentence of the language, empty ones are left out. */
  sentences(parts: readonly string[]): string;
  /** `1,234` */
  number(value: number): string;
  /** Bytes as B, KB, MB, GB (steps of 1024, at most one decimal). */
  bytes(value: number): string;
  /** `a, b and c` */
  list(items: readonly string[]): string;
  /** `3 minutes ago`, by the given present. Both are milliseconds since the epoch. */
  relative(then: number, now: number): string;
  /** Date and time in the reader's zone. */
  dateTime(utc: string): string;
  /** The exact instant: `2026-06-24 12:00:00 UTC`. */
  utc(utc: string): string;
}

/** Makes the texts of one language. Costs about a millisecond; keep the result. */
export function createText(language: Language): Text {
  const form = createForms(language);
  const formatter: Module & Record<string, unknown> = {
    type: 'formatter',
    init() {},
    add() {},
    addCached() {},
    format: (value: unknown, format?: string) => form.value(value, format),
  };
  const i18n = createInstance();
  i18n.use(formatter).init({
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    ns: [...NAMESPACES],
    defaultNS: 'window',
    resources: LOCALES as never,
    interpolation: { escapeValue: false, alwaysFormat: true },
    // A value that a finding does not carry: braces would look like a fault of the package.
    missingInterpolationHandler: () => '—',
    returnNull: false,
  });

  const has = (key: string): boolean => i18n.exists(key);

  const t = (key: string, values: TextValues = {}): string => {
    const count = values.count;
    // `nest: false`: a value that spells `$t(…)` stays what it is.
    const options = { replace: values, nest: false, ...(typeof count === 'number' ? { count } : {}) };
    const found: unknown = i18n.t(key, options as never);
    return typeof found === 'string' ? found : key;
  };

  const explain = (base: string, variant: TextValue | undefined, values: TextValues): Explanation => {
    const part = (name: 'title' | 'explanation' | 'todo'): string => {
      const varied = typeof variant === 'string' ? `${base}.${name}_${variant}` : '';
      if (varied && has(varied)) return t(varied, values);
      return has(`${base}.${name}`) ? t(`${base}.${name}`, values) : '';
    };
    return { title: part('title'), explanation: part('explanation'), todo: part('todo') };
  };

  return {
    language,
    gap: language === 'zh-CN' ? '' : ' ',
    t,
    has,
    findingText({ rule, detail, path, line, column, offset, pointer }) {
      const place = { path, line, column, offset, pointer };
      const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as TextValues;
      const text = explain(`rules:${rule}`, detail.variant, { ...known, ...detail });
      return text.title ? text : { ...text, title: rule };
    },
    problemText({ code, values }) {
      const base = `problems:${code}`;
      const { rule, ruleVariant } = values;
      // What an inspection refuses is told in the words of its rule.
      const refusal = rule === undefined ? {} : { refusal: explain(`rules:${rule}`, ruleVariant, values).title };
      if (has(`${base}.title`)) return explain(base, values.variant, { ...values, ...refusal });
      return { title: has(base) ? t(base, values) : code, explanation: '', todo: '' };
    },
    clauseText({ reason, values, paths }) {
      return t(`policy:${reason}`, { count: paths.length, paths, ...values });
    },
    sentences: (parts) => joinSentences(parts, language),
    ...form.texts,
  };
}

/** Titles carry no full stop of their own; in running text they need one. */
function joinSentences(parts: readonly string[], language: Language): string {
  const [stop, space] = language === 'zh-CN' ? ['。', ''] : ['.', ' '];
  const ended = parts
    .filter((part) => part !== '')
    .map((part) => (/[.。!?！？:：…]["”’」)）]?$/u.test(part) ? part : part + stop));
  return ended.join(space);
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

type Forms = Pick<Text, 'number' | 'bytes' | 'list' | 'relative' | 'dateTime' | 'utc'>;

/** Calls `make` at the first question and keeps what it gave. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Numbers, sizes, lists and times of one language. */
function createForms(language: Language): { texts: Forms; value(value: unknown, format?: string): unknown } {
  // Made when first needed: each takes milliseconds, and most texts need none.
  const whole = once(() => new Intl.NumberFormat(language));
  const tenth = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
  const conjunction = once(() => new Intl.ListFormat(language, { type: 'conjunction', style: 'long' }));
  const ago = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const local = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));

  const bytes = (value: number): string => {
    let scaled = value;
    let unit = 0;
    while (Math.round(scaled * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
      scaled /= 1024;
      unit += 1;
    }
    return `${unit === 0 ? whole().format(scaled) : tenth().format(scaled)} ${UNITS[unit] ?? 'B'}`;
  };
  const texts: Forms = {
    number: (value) => whole().format(value),
    bytes,
    list: (items) => conjunction().format(items),
    relative(then, now) {
      const past = then - now;
      for (const [unit, milliseconds] of STEPS) {
        if (Math.abs(past) >= milliseconds) return ago().format(Math.trunc(past / milliseconds), unit);
      }
      return ago().format(0, 'second');
    },
    dateTime(utc) {
      const instant = Date.parse(utc);
      return Number.isNaN(instant) ? utc : local().format(instant);
    },
    utc(utc) {
      const instant = Date.parse(utc);
      return Number.isNaN(instant) ? utc : `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    },
  };
  return {
    texts,
    value(value, format) {
      if (typeof value === 'number') {
        if (format === 'bytes') return bytes(value);
        return format === 'plain' ? String(value) : whole().format(value);
      }
      if (Array.isArray(value)) return conjunction().format(value.map(String));
      return value === null ? '—' : value;
    },
  };
}
