/** The variance report of a persona (format F7): what this program knows is filled in, the rest is for a person who compared. */

import { codeSpan, escapeMarkdown } from '../../shared/foreign.ts';
import { isPersonaPath } from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import type { DeskDatabase } from '../database/open.ts';
import { findSummary } from '../quarantine/packages.ts';
import { generationFiles, getGeneration, getProfile } from './record.ts';

/**
 * A Markdown form, one row per persona file of the generation. An exact clone is never promised.
 * @throws ProblemError not-found
 */
export function varianceReport(
  db: DeskDatabase,
  profileKey: string,
  n: number,
  appVersion: string,
  text: Text,
): string {
  const profile = getProfile(db, profileKey);
  const { archiveSha256, loadedUtc, loadedBy } = getGeneration(db, profileKey, n);
  const claims = findSummary(db, archiveSha256)?.claims ?? null;
  const t = (key: string, values = {}) => escapeMarkdown(text.t(`report:variance.${key}`, values));
  const label = (key: string) => escapeMarkdown(text.t(`report:label.${key}`));
  const files = generationFiles(db, profileKey, n).filter(({ path }) => isPersonaPath(path));
  const rows = files.map(
    ({ path, sha256 }) => `| ${codeSpan(dimensionOf(path))} | ${codeSpan(path)} ${sha256} |  |  |  |`,
  );
  const fact = (name: string, value: string | null) => `- ${name}: ${value ?? '—'}`;
  return [
    `# ${t('title')}`,
    '',
    t('lead'),
    '',
    `## ${t('source')}`,
    '',
    `_${t('filled', { program: `UAIX Desktop ${appVersion}` })}_`,
    '',
    fact(label('profileId'), codeSpan(profile.profileId)),
    fact(label('packageTitle'), codeSpan(profile.title)),
    fact(label('issuer'), codeSpan(claims?.issuer ?? profile.issuer)),
    fact(label('packageId'), claims ? codeSpan(claims.packageId) : null),
    fact(label('createdUtc'), claims ? codeSpan(claims.createdUtc) : null),
    fact(label('archive'), archiveSha256),
    fact(label('generation'), String(n)),
    fact(label('loadedBy'), `${codeSpan(loadedBy)}, ${text.utc(loadedUtc)}`),
    '',
    t('statement'),
    '',
    `## ${t('receiver')}`,
    '',
    `_${t('toFill')}_`,
    '',
    `- ${t('platform')}:`,
    `- ${t('assessor')}:`,
    `- ${t('date')}:`,
    `- ${t('limits')}:`,
    '',
    `## ${t('variance')}`,
    '',
    `| ${['dimension', 'sourceFile', 'observed', 'variance', 'evidence'].map((key) => t(key)).join(' | ')} |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** `voice` for `.uai/personality/voice.uai`, `persona` for the persona file. */
function dimensionOf(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/\.uai$/, '');
}
