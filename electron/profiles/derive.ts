/**
 * A derivative of a persona (format F7), made only because a person asked: new ids, provenance, a diff note, never presented as the
 * original. The source generation is not touched; the result is an ordinary package that goes through intake like any other.
 */

import { codeSpan, escapeMarkdown } from '../../shared/foreign.ts';
import { type DerivativeSource, isPersonaPath, MANIFEST_PATH } from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import type { DeskDatabase } from '../database/open.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { type Packed, packFiles } from '../packer/pack.ts';
import { ProblemError } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import { diffLines } from './line-diff.ts';
import { getGeneration, getProfile, requirePresent } from './record.ts';
import { readGeneration } from './verify.ts';

export const DIFF_NOTE = 'evidence/derivative/diff-note.md';
export const PROVENANCE = 'evidence/derivative/provenance.md';

export interface DeriveRequest {
  readonly profileKey: string;
  /** Null for the current generation. */
  readonly generation: number | null;
  /** New ids; both differ from those of the source. */
  readonly packageId: string;
  readonly profileId: string;
  readonly title: string;
  /** Who makes the derivative; the source's issuer does not answer for it. */
  readonly issuer: string;
  /** New texts by path; every path is a persona file of the source. */
  readonly texts: ReadonlyMap<string, string>;
  /** Why, in the person's words; part of the diff note. */
  readonly reason: string;
  /** UTC of the act. */
  readonly utc: string;
}

/**
 * Makes the derivative's package.
 * @throws ProblemError not-found; generation-changed; note-required without a reason; bad-request: an id that is not new (`same-id`), a
 * path that cannot be changed (`not-persona`), or nothing that differs (`no-change`)
 * @throws PackRefused when the packer finds what no importer takes
 */
export async function deriveProfile(
  db: DeskDatabase,
  request: DeriveRequest,
  pack: FormatPack,
  text: Text,
): Promise<Packed> {
  const profile = getProfile(db, request.profileKey);
  const n = request.generation ?? profile.current;
  const { archiveSha256 } = getGeneration(db, request.profileKey, n);
  const contents = readGeneration(db, request.profileKey, n);
  const manifest = manifestOf(contents);
  requireNew(request, String(manifest.packageId), profile.profileId);
  const changed = changedTexts(contents, request.texts);

  const source = {
    packageId: String(manifest.packageId),
    profileId: profile.profileId,
    issuer: profile.issuer,
    archiveSha256,
  };
  const files = new Map(contents);
  files.delete(MANIFEST_PATH);
  for (const { path, after } of changed) files.set(path, Buffer.from(after, 'utf8'));
  files.set(PROVENANCE, Buffer.from(provenanceText(source, n, changed, request, text), 'utf8'));
  files.set(DIFF_NOTE, Buffer.from(diffNote(changed, request.reason, text), 'utf8'));
  return packFiles(files, derivedManifest(manifest, source, changed, request, pack), {
    pack,
    now: () => new Date(request.utc),
  });
}

/**
 * What a derivative of the current generation starts from: the ids that are taken, and the persona files as they are.
 * @throws ProblemError not-found; not-allowed-in-state for a removed profile; generation-changed; bad-request (`no-persona`)
 */
export function derivativeSource(db: DeskDatabase, profileKey: string): DerivativeSource {
  const profile = getProfile(db, profileKey);
  requirePresent(profile);
  const { profileId, title, issuer, current } = profile;
  const contents = readGeneration(db, profileKey, current);
  const files = [...contents]
    .filter(([path]) => isPersonaPath(path))
    .map(([path, bytes]) => ({ path, text: bytes.toString('utf8') }));
  if (files.length === 0) throw new ProblemError('bad-request', { variant: 'no-persona' });
  return { generation: current, packageId: String(manifestOf(contents).packageId), profileId, title, issuer, files };
}

function manifestOf(contents: ReadonlyMap<string, Buffer>): Record<string, unknown> {
  return JSON.parse((contents.get(MANIFEST_PATH) ?? Buffer.from('{}')).toString('utf8')) as Record<string, unknown>;
}

interface Changed {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

interface Source {
  readonly packageId: string;
  readonly profileId: string;
  readonly issuer: string;
  readonly archiveSha256: string;
}

function requireNew(
  { packageId, profileId, reason }: DeriveRequest,
  sourcePackage: string,
  sourceProfile: string,
): void {
  if (reason.trim() === '') throw new ProblemError('note-required');
  if (packageId === sourcePackage || profileId === sourceProfile) {
    throw new ProblemError('bad-request', {
      variant: 'same-id',
      what: profileId === sourceProfile ? profileId : packageId,
    });
  }
}

function changedTexts(contents: ReadonlyMap<string, Buffer>, texts: ReadonlyMap<string, string>): readonly Changed[] {
  const changed: Changed[] = [];
  for (const [path, after] of texts) {
    const bytes = contents.get(path);
    if (!isPersonaPath(path) || !bytes) throw new ProblemError('bad-request', { variant: 'not-persona', what: path });
    const before = bytes.toString('utf8');
    if (before !== after) changed.push({ path, before, after });
  }
  if (changed.length === 0) throw new ProblemError('bad-request', { variant: 'no-change' });
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function derivedManifest(
  manifest: Readonly<Record<string, unknown>>,
  source: Source,
  changed: readonly Changed[],
  { packageId, profileId, title, issuer, reason, utc }: DeriveRequest,
  pack: FormatPack,
): Readonly<Record<string, unknown>> {
  const listed = (Array.isArray(manifest.files) ? manifest.files : []) as Record<string, unknown>[];
  const touched = new Set(changed.map(({ path }) => path));
  const { originalRoles, manifestStatusMembers, packageMembers } = pack.content.derivative;
  // What the source says of itself as an original does not hold for what is made of it.
  const dropped = new Set([
    ...manifestStatusMembers,
    ...packageMembers,
    'preservedOriginal',
    'isOriginal',
    'integrity',
  ]);
  const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !dropped.has(name)));
  const roleOf = (role: unknown) => (originalRoles.includes(String(role)) ? 'persona_derivative' : role);
  const fresh = (path: string, role: string) => ({
    path,
    role,
    mediaType: 'text/markdown',
    reviewState: 'unreviewed',
    source: 'made by UAIX Desktop for a derivative that a person asked for',
  });
  return {
    ...kept,
    packageId,
    profileId,
    title,
    issuer,
    status: 'review_required',
    createdUtc: utc,
    derivative: {
      of: source,
      provenance: PROVENANCE,
      diffNote: `${reason.trim()} (${DIFF_NOTE})`,
    },
    files: [
      ...listed
        .filter((file) => file.path !== MANIFEST_PATH && file.path !== PROVENANCE && file.path !== DIFF_NOTE)
        .map((file) =>
          touched.has(String(file.path))
            ? {
                ...file,
                role: roleOf(file.role),
                reviewState: 'unreviewed',
                source: `derived from ${source.packageId}`,
              }
            : file,
        ),
      fresh(PROVENANCE, 'provenance'),
      fresh(DIFF_NOTE, 'diff_note'),
    ],
  };
}

function provenanceText(
  source: Source,
  n: number,
  changed: readonly Changed[],
  request: DeriveRequest,
  text: Text,
): string {
  const t = (key: string, values = {}) => escapeMarkdown(text.t(`report:derivative.${key}`, values));
  const { profileId, issuer, utc } = request;
  return [
    `# ${t('provenance')}`,
    '',
    t('statement'),
    '',
    `- ${t('from')}: ${[source.packageId, source.profileId, source.issuer].map(codeSpan).join(', ')}`,
    `- ${t('archive')}: ${source.archiveSha256} (${n})`,
    `- ${t('made')}: ${codeSpan(profileId)}, ${codeSpan(issuer)}, ${text.utc(utc)}`,
    '',
    `## ${t('digests')}`,
    '',
    ...changed.map(({ path, before, after }) => `- ${codeSpan(path)}: ${digestBytes(before)} → ${digestBytes(after)}`),
    '',
  ].join('\n');
}

function diffNote(changed: readonly Changed[], reason: string, text: Text): string {
  const t = (key: string, values = {}) => escapeMarkdown(text.t(`report:derivative.${key}`, values));
  const parts = changed.flatMap(({ path, before, after }) => [
    `## ${codeSpan(path)}`,
    '',
    ...diffLines(before, after).map((change) => `- ${t(change.kind, { line: change.line })}: ${codeSpan(change.text)}`),
    '',
  ]);
  const words = reason
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${escapeMarkdown(line)}`);
  return [`# ${t('diffNote')}`, '', `${t('reason')}:`, '', ...words, '', ...parts].join('\n');
}
