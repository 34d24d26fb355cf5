/** Runs of hidden characters in a text: what they are called, what they spell, and whether they belong there. */
import type { Genre } from '../sighting.ts';
import { UNIT, unitTable } from '../triggers/units.ts';
import { decodeSelectors, decodeTags, type HiddenKind, hiddenKind } from './kinds.ts';
import {
  type BidiLine,
  bidiLineAt,
  isBidiAtHome,
  isFillerAtHome,
  isFlag,
  isNeeded,
  isVariant,
  type Surroundings,
} from './legitimate.ts';
import { characterName, codePointLabel } from './names.ts';

export interface HiddenRun {
  readonly from: number;
  readonly to: number;
  readonly kind: HiddenKind;
  readonly name: string;
  readonly decoded: string | null;
  /** True where the characters do their proper work: marked in the viewer, no finding. */
  readonly legitimate: boolean;
  readonly characters: number;
}

/** Longest message that is shown; a longer one is cut, the count of characters tells. */
const DECODED_UNITS = 2_000;

/** Offsets of code units that may hide something, for texts that were not swept. */
export function strangeOffsets(text: string): number[] {
  const units = unitTable();
  const offsets: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (((units[unit] as number) & UNIT.strange) === 0) continue;
    offsets.push(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i += 1;
  }
  return offsets;
}

/**
 * @param strange offsets of code units to look at, ascending; low halves of pairs left out
 */
export function hiddenRuns(text: string, strange: readonly number[], genre: Genre): HiddenRun[] {
  if (strange.length === 0) return [];
  const runs: HiddenRun[] = [];
  const kinds = new Map<number, HiddenKind | null>();
  let line: BidiLine | null = null;
  let open: { from: number; to: number; kind: HiddenKind; codes: number[] } | null = null;
  const close = (): void => {
    if (!open) return;
    if (open.kind === 'bidi' && (!line || open.from < line.from || open.from > line.to))
      line = bidiLineAt(text, open.from);
    runs.push(describe({ text, genre, ...open }, open.kind, line));
    open = null;
  };
  for (const at of strange) {
    const code = text.codePointAt(at) as number;
    let kind = kinds.get(code);
    if (kind === undefined) {
      kind = hiddenKind(code);
      kinds.set(code, kind);
    }
    if (kind === null) continue;
    const width = code > 0xffff ? 2 : 1;
    if (open && open.to === at && open.kind === kind) {
      open.codes.push(code);
      open.to = at + width;
    } else {
      close();
      open = { from: at, to: at + width, kind, codes: [code] };
    }
  }
  close();
  return runs;
}

function describe(around: Surroundings, kind: HiddenKind, line: BidiLine | null): HiddenRun {
  const { from, to, codes } = around;
  return {
    from,
    to,
    kind,
    name: runName(codes, kind),
    decoded: messageOf(codes, kind),
    legitimate: isLegitimate(around, kind, line),
    characters: codes.length,
  };
}

function isLegitimate(around: Surroundings, kind: HiddenKind, line: BidiLine | null): boolean {
  switch (kind) {
    case 'tag':
      return isFlag(around);
    case 'selector':
      return isVariant(around);
    case 'bidi':
      return line !== null && isBidiAtHome(around.codes, line, around.genre);
    case 'invisible':
      return isNeeded(around);
    case 'filler':
      return isFillerAtHome(around);
    default:
      return false;
  }
}

function messageOf(codes: readonly number[], kind: HiddenKind): string | null {
  const message = kind === 'tag' ? decodeTags(codes) : kind === 'selector' ? decodeSelectors(codes) : null;
  return message === null || message === '' ? null : message.slice(0, DECODED_UNITS);
}

const COMMON: Readonly<Record<HiddenKind, string>> = {
  invisible: 'INVISIBLE CHARACTERS',
  bidi: 'BIDIRECTIONAL CONTROLS',
  tag: 'TAG CHARACTERS',
  control: 'CONTROL CHARACTERS',
  selector: 'VARIATION SELECTORS',
  filler: 'BLANK FILLERS',
  'private-use': 'PRIVATE USE CHARACTERS',
  unassigned: 'UNASSIGNED CHARACTERS',
};

function runName(codes: readonly number[], kind: HiddenKind): string {
  const first = codes[0] as number;
  if (codes.every((code) => code === first)) {
    const name = `${codePointLabel(first)} ${characterName(first)}`;
    return codes.length === 1 ? name : `${name} ×${codes.length}`;
  }
  return `${COMMON[kind]} ×${codes.length} (${codePointLabel(first)} ${characterName(first)} …)`;
}
