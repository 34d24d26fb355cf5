/** Sentences whose values come from a package: each value is isolated and looks foreign. */
import { type ReactNode, useMemo } from 'react';
import type { Finding } from '../../shared/findings.ts';
import type { ClauseOutcome, Problem } from '../../shared/models.ts';
import type { TextValues } from '../../shared/text.ts';
import { markValues, pieces } from './isolate.ts';
import styles from './say.module.css';
import { useText } from './text-context.tsx';

interface PiecesProps {
  readonly sentence: string;
  readonly originals: readonly string[];
  /** Names in headings: isolated, in the type of the sentence. */
  readonly plain?: boolean;
}

function Pieces({ sentence, originals, plain = false }: PiecesProps): ReactNode {
  return pieces(sentence, originals).map((piece, index) => {
    // The pieces of one sentence never change places: their index is their name.
    const key = `${index}`;
    if ('foreign' in piece) {
      return (
        <bdi key={key} className={plain ? undefined : styles.foreign}>
          {showable(piece.foreign)}
        </bdi>
      );
    }
    return piece.code ? <code key={key}>{piece.ours}</code> : <span key={key}>{piece.ours}</span>;
  });
}

/** Characters that draw nothing or turn the line round are shown as their code point, here as everywhere. */
export function showable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uFFA0\u115F\u1160]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** The sentence at `k`, with foreign values in `v`, and in `ours` words that this program chose. */
export function Say({
  k,
  v = {},
  ours = {},
  plain = false,
}: {
  readonly k: string;
  readonly v?: TextValues;
  readonly ours?: TextValues;
  readonly plain?: boolean;
}) {
  const text = useText();
  const { marked, originals } = useMemo(() => markValues(v), [v]);
  return <Pieces sentence={text.t(k, { ...marked, ...ours })} originals={originals} plain={plain} />;
}

type FindingLike = Pick<Finding, 'rule' | 'path' | 'line' | 'column' | 'offset' | 'pointer' | 'detail'>;

/** One part of a finding's text. */
export function SayFinding({
  finding,
  part,
}: {
  readonly finding: FindingLike;
  readonly part: 'title' | 'explanation' | 'todo';
}) {
  const text = useText();
  const { variant, ...values } = finding.detail;
  const place = finding.path === undefined ? {} : { path: finding.path };
  const pointer = finding.pointer === undefined ? {} : { pointer: finding.pointer };
  const { marked, originals } = markValues({ ...place, ...pointer, ...values });
  const detail = variant === undefined ? marked : { ...marked, variant };
  const { path: _path, pointer: _pointer, ...rest } = finding;
  return <Pieces sentence={text.findingText({ ...rest, detail })[part]} originals={originals} />;
}

export function SayProblem({
  problem,
  part,
}: {
  readonly problem: Problem;
  readonly part: 'title' | 'explanation' | 'todo';
}) {
  const text = useText();
  // Which words are meant: these choose among ours, the others are put in.
  const { variant, rule, ruleVariant, ...values } = problem.values;
  const { marked, originals } = markValues(values);
  const chosen = Object.entries({ variant, rule, ruleVariant }).filter(([, value]) => value !== undefined);
  const known = { ...marked, ...Object.fromEntries(chosen) } as Problem['values'];
  return <Pieces sentence={text.problemText({ code: problem.code, values: known })[part]} originals={originals} />;
}

/** Why something is as it is and what to do, as running text. */
export function SayWhy({ problem }: { readonly problem: Problem }) {
  const { gap } = useText();
  return (
    <>
      <SayProblem problem={problem} part="explanation" />
      {gap}
      <SayProblem problem={problem} part="todo" />
    </>
  );
}

export function SayClause({ outcome }: { readonly outcome: ClauseOutcome }) {
  const text = useText();
  const { marked, originals } = markValues({ paths: outcome.paths, ...outcome.values });
  const { paths, ...values } = marked;
  const sentence = text.clauseText({
    reason: outcome.reason,
    values: { ...values, paths } as never,
    paths: outcome.paths,
  });
  return <Pieces sentence={sentence} originals={originals} />;
}

interface ForeignProps {
  readonly children: string;
  readonly mono?: boolean;
  /** A name of a file runs from left to right, so that its ending stands at its end whatever the script. */
  readonly isFileName?: boolean;
}

/** A name or text of the package by itself. */
export function Foreign({ children, mono = false, isFileName = false }: ForeignProps) {
  return (
    <bdi className={mono ? styles.mono : undefined} dir={isFileName ? 'ltr' : undefined}>
      {showable(children)}
    </bdi>
  );
}
