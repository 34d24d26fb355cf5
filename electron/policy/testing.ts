/** Inputs for tests: a package that every clause accepts, to be spoilt one member at a time. */
import type { FileDecision, PackageClaims } from '../../shared/models.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import type { PolicyFile, PolicyFinding, PolicyInput } from './input.ts';

export const APPROVED: FileDecision = {
  decision: 'approved',
  note: null,
  by: 'ada (window)',
  utc: '2026-07-01T10:00:00Z',
  stale: false,
  manner: 'single',
};

export const CLAIMS: PackageClaims = {
  packageId: 'lamp-room.marlow.1',
  profileId: 'marlow',
  title: 'Marlow, geometry tutor',
  issuer: 'Lamp Room',
  status: 'review_required',
  createdUtc: '2026-06-25T08:00:00Z',
  scopes: ['universal', 'persona_profile'],
  entrypoints: ['.uai/persona.uai'],
  supportBoundary: 'Memory for review. Grants nothing.',
  files: 4,
  derivative: false,
};

export function policyFile(path: string, changes: Partial<PolicyFile> = {}): PolicyFile {
  const anchor = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'].includes(path);
  return { path, sizeBytes: 100, anchor, decision: APPROVED, change: null, damaged: false, ...changes };
}

export function reviewFinding(changes: Partial<PolicyFinding> = {}): PolicyFinding {
  return {
    id: '00000000000000a1',
    rule: 'security/credential',
    severity: 'review',
    path: '.uai/persona.uai',
    acknowledgement: { note: 'an example', by: 'ada (window)', utc: '2026-07-01T10:00:00Z', stale: false },
    ...changes,
  };
}

export function acceptableInput(changes: Partial<PolicyInput> = {}): PolicyInput {
  return {
    state: 'in_review',
    claims: CLAIMS,
    files: [
      policyFile('.uai/manifest.uaix.json'),
      policyFile('.uai/totem.uai'),
      policyFile('.uai/taboo.uai'),
      policyFile('.uai/persona.uai', { decision: { ...APPROVED, manner: 'clean' } }),
    ],
    findings: [],
    measured: {
      archiveBytes: 900,
      entries: 4,
      largestFile: { path: '.uai/persona.uai', bytes: 100 },
      totalBytes: 400,
    },
    anchorChanges: [],
    authorizations: [],
    formatPack: { id: 'uaix-0.1', version: '3.138.0', sha256: 'c'.repeat(64) },
    packCurrent: true,
    acceptances: {},
    policy: DEFAULT_POLICY,
    policySha256: policyDigest(DEFAULT_POLICY),
    ...changes,
  };
}
