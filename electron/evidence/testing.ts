/** A refused and a loaded package for tests of reports, with hostile text wherever a package can put some. */
import { type FindingPlace, finding } from '../../shared/findings.ts';
import { LOCALES } from '../../shared/locales/index.ts';
import type { EventKind, EventRecord, FindingRecord, PackageDetail, Profile } from '../../shared/models.ts';
import type { RuleId } from '../../shared/rules.ts';
import { DEFAULT_POLICY, policyDigest } from '../policy/default.ts';
import { evaluate } from '../policy/evaluate.ts';
import { APPROVED, acceptableInput, CLAIMS } from '../policy/testing.ts';
import type { ReportInput } from './report-data.ts';

export const HOSTILE = "<script>alert(1)</script>\"onload='x'`|[click](javascript:x)\u202Egnp.\u200B&amp;";

/** A finding whose sentence is filled to the last placeholder: with hostile text, as a package would. */
function told(rule: RuleId, place: FindingPlace, known: Record<string, string | number> = {}) {
  const words = JSON.stringify([LOCALES.en.rules[rule], LOCALES['zh-CN'].rules[rule]]);
  const names = [...words.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '');
  const filled = Object.fromEntries(names.filter((name) => !(name in place)).map((name) => [name, HOSTILE]));
  return finding(rule, place, { ...filled, ...known });
}

const ARCHIVE = '1f3a9c'.padEnd(64, '0');
const pack = { id: 'uaix-0.1', version: '3.138.0', sha256: 'c'.repeat(64) };

function event(seq: number, kind: EventKind, subject: string, data: Record<string, unknown> = {}): EventRecord {
  const hash = String(seq).repeat(64).slice(0, 64);
  return {
    seq,
    utc: `2026-07-01T10:00:0${seq}.000Z`,
    kind,
    actor: 'ada (window)',
    subject,
    data,
    hash,
    previousHash: '0'.repeat(64),
  };
}

function file(
  path: string,
  sha: string,
  more: Partial<PackageDetail['files'][number]> = {},
): PackageDetail['files'][number] {
  return {
    path,
    sizeBytes: 1234,
    sha256: sha.repeat(64),
    kind: 'text',
    declared: true,
    mediaType: 'text/markdown',
    role: 'memory',
    requiredStatus: 'universal_required',
    scope: 'universal',
    reviewState: 'reviewed',
    source: 'Lamp Room',
    anchor: path === '.uai/taboo.uai',
    viewedUtc: '2026-07-01T09:59:00.000Z',
    decision: APPROVED,
    change: null,
    findings: { 'no-op': 0, review: 0, note: 0 },
    damaged: false,
    ...more,
  };
}

export function reportInput(changes: Partial<PackageDetail> = {}, more: Partial<ReportInput> = {}): ReportInput {
  const files = [
    file('.uai/manifest.uaix.json', 'a'),
    file('.uai/taboo.uai', 'b'),
    file(`docs/${HOSTILE}.md`, 'd', { kind: 'image' }),
  ];
  const acknowledgement = { note: HOSTILE, by: 'ada (window)', utc: '2026-07-01T10:00:00Z', stale: false };
  const findings: FindingRecord[] = [
    {
      ...told('boundary/overclaim', { path: '.uai/taboo.uai', line: 3, column: 1 }),
      id: '00000000000000a1',
      acknowledgement,
    },
  ];
  const detail: PackageDetail = {
    archiveSha256: ARCHIVE,
    version: 7,
    state: 'loaded',
    fileName: `${HOSTILE}.uaix`,
    sizeBytes: 49_152,
    receivedUtc: '2026-07-01T09:58:00.000Z',
    claims: { ...CLAIMS, title: HOSTILE, issuer: HOSTILE, supportBoundary: HOSTILE },
    counts: { 'no-op': 0, review: 1, note: 0 },
    firstNoOp: null,
    filesDecided: 3,
    filesTotal: 3,
    acknowledged: 1,
    toAcknowledge: 1,
    failure: null,
    loadedAs: { profileKey: '0123456789abcdef', generation: 2 },
    formatPack: pack,
    formatPackCurrent: true,
    files,
    findings,
    sightings: 2,
    target: { profileKey: '0123456789abcdef', generation: 2 },
    removedPaths: [],
    evaluation: evaluate(acceptableInput({ files, findings, claims: { ...CLAIMS, issuer: HOSTILE } })),
    undoable: 0,
    ...changes,
  };
  const profile: Profile = {
    profileKey: '0123456789abcdef',
    profileId: 'marlow',
    title: 'Marlow',
    issuer: 'Lamp Room',
    badge: 'MA',
    hue: 12,
    current: 2,
    generations: [
      {
        n: 2,
        archiveSha256: ARCHIVE,
        loadedUtc: '2026-07-01T10:00:06.000Z',
        loadedBy: 'ada (window)',
        files: 3,
        policySha256: policyDigest(DEFAULT_POLICY),
        pinned: false,
      },
    ],
    active: true,
    removedUtc: null,
    path: '',
    version: 3,
  };
  const change = {
    path: '.uai/taboo.uai',
    operation: 'replace',
    oldSha256: 'e'.repeat(64),
    newSha256: 'b'.repeat(64),
    authorization: 'replace .uai/taboo.uai',
    from: 1,
    generation: 2,
  };
  return {
    detail,
    events: [
      event(1, 'package.received', ARCHIVE),
      event(2, 'file.decided', ARCHIVE),
      event(3, 'profile.loaded', '0123456789abcdef'),
      event(4, 'anchor.changed', '0123456789abcdef', change),
    ],
    chain: { holds: true, events: 4, headHash: '4'.repeat(64), broken: null },
    policy: { policy: DEFAULT_POLICY, sha256: policyDigest(DEFAULT_POLICY) },
    profile,
    appVersion: '0.1.0',
    madeUtc: '2026-07-02T08:00:00.000Z',
    ...more,
  };
}

export function refusedInput(): ReportInput {
  const findings: FindingRecord[] = [
    { ...told('zip/gap', { offset: 4096 }, { length: 112 }), id: '00000000000000b1', acknowledgement: null },
    {
      ...told(
        'security/authority-field',
        { path: '.uai/manifest.uaix.json', pointer: '/permissions', line: 4, column: 3 },
        { member: HOSTILE },
      ),
      id: '00000000000000b2',
      acknowledgement: null,
    },
    {
      ...told('scope/missing-file', { path: '.uai/totem.uai' }, { scope: 'universal' }),
      id: '00000000000000b3',
      acknowledgement: null,
    },
    {
      ...told('scope/missing-file', { path: '.uai/taboo.uai' }, { scope: 'universal' }),
      id: '00000000000000b4',
      acknowledgement: null,
    },
    {
      ...told('boundary/overclaim', { path: '.uai/readme.human' }, {}),
      id: '00000000000000b5',
      acknowledgement: null,
    },
  ];
  const files = [file('.uai/manifest.uaix.json', 'a', { decision: null, viewedUtc: null })];
  const evaluation = evaluate(acceptableInput({ state: 'no_op', files, findings }));
  return reportInput(
    {
      state: 'no_op',
      loadedAs: null,
      target: null,
      files,
      findings,
      evaluation,
      counts: { 'no-op': 4, review: 1, note: 0 },
    },
    { profile: null, events: [] },
  );
}
