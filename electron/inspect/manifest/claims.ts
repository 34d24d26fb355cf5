/** What the manifest claims about the package, for headers, clauses and the queue. Claims, not facts: nothing here is judged. */
import type { PackageClaims } from '../../../shared/models.ts';
import { tokenKey } from '../format/token.ts';
import type { Manifest } from '../package.ts';
import { entrypointsOf } from './entrypoints.ts';
import { textsOf } from './texts.ts';

/** Claims of a manifest that parsed; members that are missing or of another form are empty texts. @param fileCount files of the archive */
export function claimsOf(manifest: Manifest, fileCount: number): PackageClaims {
  const { value } = manifest;
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name].toWellFormed() : '');
  return {
    packageId: text('packageId'),
    profileId: text('profileId'),
    title: text('title').trim() || null,
    issuer: issuerOf(value.issuer),
    status: text('status'),
    createdUtc: text('createdUtc'),
    scopes: manifest.scopes,
    entrypoints: entrypointsOf(value.entrypoints).map(({ path }) => path.toWellFormed()),
    supportBoundary: textsOf(value.supportBoundary).join('\n').toWellFormed(),
    files: fileCount,
    derivative: isDerivative(manifest),
  };
}

/** A name before a label before an id before an address: the first that is there. */
function issuerOf(issuer: unknown): string {
  if (typeof issuer === 'string') return issuer.trim().toWellFormed();
  if (typeof issuer !== 'object' || issuer === null) return '';
  for (const member of ['name', 'label', 'id', 'url'] as const) {
    const value = (issuer as Record<string, unknown>)[member];
    if (typeof value === 'string' && value.trim() !== '') return value.trim().toWellFormed();
  }
  return '';
}

/** Roles that make a file, and so the package, a derivative. */
const DERIVATIVE_ROLES: ReadonlySet<string> = new Set(['derivative', 'persona_derivative', 'derivative_persona']);

/** Format F7: `derivative` (true, a text or an object), a member that names what it was derived from, or a file with such a role. */
function isDerivative({ value, files }: Manifest): boolean {
  const member = ['derivative', 'derivativeOf', 'derivedFrom'].some((name) => says(value[name]));
  return member || files.some(({ role }) => DERIVATIVE_ROLES.has(tokenKey(role)));
}

function says(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !/^(?:no|false|none)$/i.test(value.trim());
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value === true;
}
