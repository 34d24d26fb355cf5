/** What the text hides: all of `security/` over files, the strings of the manifest, and names (format F8, F4.11, F1.2). */
import { type Finding, type FindingDetail, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import type { Manifest, PackageFile } from '../package.ts';
import { jsonMembers, type MemberNames, yamlMembers } from './authority/members.ts';
import { pngTexts, readableText } from './binary.ts';
import { ALL_MATCHERS, BINARY_MATCHERS, type Scan, scanText } from './engine.ts';
import { genreOf } from './genre.ts';
import { FINDINGS_PER_RULE, SWEPT_UNITS } from './limits.ts';
import { mergeSightings } from './merge.ts';
import { nameSightings, suspectNames } from './names.ts';
import { keyStoreKind } from './secrets/key-stores.ts';
import type { Setting, Sighting } from './sighting.ts';
import { concealedRegions } from './text/markup.ts';
import { jsonStrings, placesOf, stringAt } from './text/places.ts';

export interface FileContext {
  /** Canonical ids of the declared scopes. */
  readonly scopes: readonly string[];
  /** True for a manifest that did not parse: its text is scanned like a file's, by the manifest's stricter measure. */
  readonly isManifest: boolean;
}

export interface Scanner {
  /** All findings of one file, in the order of their places. Never throws on any bytes. */
  file(file: PackageFile, context: FileContext): Promise<readonly Finding[]>;
  /** Findings in the strings and member names of a parsed manifest, with pointer, line and column. */
  manifest(manifest: Manifest): Promise<readonly Finding[]>;
  /** Findings in the names themselves, whatever the files hold. */
  names(paths: readonly string[]): readonly Finding[];
}

/** @param pack the format pack, or as much of it as names members that grant or ask */
export function createScanner(pack: MemberNames): Scanner {
  return {
    async file(file, { scopes, isManifest }) {
      if (file.text === null) return binaryFindings(file);
      const { text, encoding } = file.text;
      const genre = isManifest ? 'json' : genreOf(file.path, file.declared?.mediaType ?? null);
      const setting: Setting = { genre, manifest: isManifest, codeBearing: scopes.includes('code_bearing') };
      const scan = await scanText(text, setting, ALL_MATCHERS());
      const members = memberSightings(text, setting, pack);
      // Latin-1 is a guess: bytes 80–9F are letters and quotes of Windows there, and `type/encoding` condemns the file anyway.
      const sightings =
        encoding === 'latin1' ? scan.sightings.filter((sighting) => !isC1(text, sighting)) : scan.sightings;
      return toFindings(file.path, text, { ...scan, sightings: [...sightings, ...members] });
    },

    async manifest({ text }) {
      const setting: Setting = { genre: 'json', manifest: true, codeBearing: false };
      const scan = await scanText(text, setting, ALL_MATCHERS());
      const sightings = [...scan.sightings, ...jsonMembers(text, pack)];
      return toFindings(MANIFEST_PATH, text, { ...scan, sightings }, true);
    },

    names(paths) {
      return suspectNames(paths).flatMap((path) =>
        nameSightings(path).map(({ rule, detail, severity }) =>
          finding(rule, { path }, { ...detail, variant: 'name' }, severity),
        ),
      );
    },
  };
}

function memberSightings(text: string, { genre }: Setting, pack: MemberNames): Sighting[] {
  if (text.length > SWEPT_UNITS) return [];
  if (genre === 'json') return jsonMembers(text, pack);
  if (genre === 'yaml') return yamlMembers(text, 0, text.length, pack);
  if (!/^\s{0,40}---/.test(text.slice(0, 48))) return [];
  const front = concealedRegions(text.slice(0, FRONT_MATTER_UNITS)).find(({ kind }) => kind === 'front-matter');
  return front ? yamlMembers(text, front.from, front.to, pack) : [];
}

/** Front matter longer than this is no front matter. */
const FRONT_MATTER_UNITS = 64 * 1024;

const isC1 = (text: string, { rule, from }: Sighting): boolean =>
  rule === 'security/hidden-text' && text.charCodeAt(from) >= 0x80 && text.charCodeAt(from) <= 0x9f;

/** Bytes that are no text: key stores, secrets in readable runs, orders in metadata. There is no line to point at. */
async function binaryFindings({ path, bytes }: PackageFile): Promise<readonly Finding[]> {
  const store = keyStoreKind(bytes);
  const found: Sighting[] = [];
  if (store)
    found.push({
      rule: 'security/private-key',
      from: 0,
      to: 1,
      detail: { variant: 'store', kind: store, masked: '••••' },
    });
  const setting: Setting = { genre: 'binary', manifest: false, codeBearing: false };
  let exhausted: Scan['exhausted'] = null;
  for (const text of [readableText(bytes), ...pngTexts(bytes)]) {
    const scan = await scanText(text, setting, BINARY_MATCHERS());
    found.push(...mergeSightings(scan.sightings));
    exhausted ??= scan.exhausted;
  }
  const unique = new Map(found.map((sighting) => [JSON.stringify([sighting.rule, sighting.detail]), sighting]));
  const findings = capped([...unique.values()]).map(({ rule, detail, severity }) =>
    finding(rule, { path }, detail, severity),
  );
  return exhausted ? [...findings, unscanned(path, exhausted)] : findings;
}

function toFindings(path: string, text: string, scan: Scan, isManifest = false): readonly Finding[] {
  if (scan.sightings.length === 0) return scan.exhausted ? [unscanned(path, scan.exhausted)] : [];
  const sightings = capped(mergeSightings(scan.sightings));
  const places = placesOf(
    text,
    sightings.map(({ from }) => from),
  );
  const strings = isManifest && sightings.length > 0 ? jsonStrings(text) : [];
  const findings = sightings.map(({ rule, from, detail, severity }, index) => {
    const { pointer: own, ...values } = detail;
    const pointer = (typeof own === 'string' && own !== '' ? own : undefined) ?? stringAt(strings, from)?.pointer;
    const place = { path, ...places[index], ...(pointer === undefined ? {} : { pointer }) };
    return finding(rule, place, values, severity);
  });
  return scan.exhausted ? [...findings, unscanned(path, scan.exhausted)] : findings;
}

const unscanned = (path: string, reason: NonNullable<Scan['exhausted']>): Finding =>
  finding('security/scan-limit', { path }, { variant: reason });

/** At most so many of one rule and variant; the last one that is kept tells how many were left out. */
function capped(sightings: readonly Sighting[]): readonly Sighting[] {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, detail }: Sighting): string => `${rule} ${detail.variant ?? ''}`;
  for (const sighting of sightings) counts.set(keyOf(sighting), (counts.get(keyOf(sighting)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return sightings.flatMap((sighting) => {
    const key = keyOf(sighting);
    const index = (seen.get(key) ?? 0) + 1;
    seen.set(key, index);
    if (index > FINDINGS_PER_RULE) return [];
    const more = (counts.get(key) as number) - FINDINGS_PER_RULE;
    if (index < FINDINGS_PER_RULE || more <= 0) return [sighting];
    const detail: FindingDetail = { ...sighting.detail, more };
    return [{ ...sighting, detail }];
  });
}
