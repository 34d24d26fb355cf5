/** A real desk in a folder of its own, and packages put into its quarantine, for tests. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../shared/findings.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import {
  type AnchorChange,
  type InspectedFile,
  isAnchorPath,
  MANIFEST_PATH,
  type PackageClaims,
} from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { writeArchive } from '../packer/archive.ts';
import { DEFAULT_POLICY, policyDigest } from '../policy/default.ts';
import { evaluate } from '../policy/evaluate.ts';
import { measureLimits } from '../policy/input.ts';
import { ProblemError } from '../problem.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { filesOf, findingsOf, getSummary } from '../quarantine/packages.ts';
import { insertReport, nameFindings } from '../quarantine/rows.ts';
import type { ActContext } from './act.ts';
import { type LoadRequest, loadGeneration } from './load.ts';

export interface TestDesk extends ActContext {
  readonly db: DeskDatabase;
  readonly root: string;
  close(): void;
}

/** A clock that goes one second a call. */
export function steppingClock(): Clock {
  let seconds = 0;
  return {
    now() {
      seconds += 1;
      return new Date(Date.UTC(2026, 6, 1, 10, 0, seconds)).toISOString();
    },
  };
}

export function makeDesk(files: Files = systemFiles): TestDesk {
  const root = mkdtempSync(join(tmpdir(), 'profiles-'));
  const clock = steppingClock();
  const db = openDatabase(new DataLayout(root), { files, clock });
  return {
    db,
    root,
    clock,
    actor: 'ada (window)',
    close() {
      db.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const PERSONA_FILES: Readonly<Record<string, string>> = {
  '.uai/manifest.uaix.json': '{ "packageId": "lamp-room.marlow.1" }\n',
  '.uai/totem.uai': '# Totem\nWonder before answers.\n',
  '.uai/taboo.uai': '# Taboo\nNever invent a theorem.\n',
  '.uai/talisman.uai': '# Talisman\nA compass and a straightedge.\n',
  '.uai/persona.uai': '# Marlow\nA geometry tutor with much patience.\n',
  '.uai/short-term-memory.uai': '# Now\nChapter one.\n',
  'docs/a/b.md': 'Deep.\n',
};

export interface TestPackage {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly claims?: Partial<PackageClaims>;
  readonly findings?: readonly Finding[];
}

/** Puts a package into the quarantine as an import does. @returns the archive's digest */
export async function addPackage(
  { db, clock }: ActContext,
  { files = PERSONA_FILES, claims = {}, findings = [] }: TestPackage = {},
): Promise<string> {
  const contents = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const bytes = await writeArchive(contents, DEFAULT_LIMITS);
  const archive = sha256(bytes);
  mkdirSync(db.layout.blobs(archive), { recursive: true });
  writeFileSync(db.layout.archive(archive), bytes);
  for (const [, content] of contents) writeFileSync(db.layout.blob(archive, sha256(content)), content);
  const inspected = contents.map(
    ([path, content]): InspectedFile => ({
      path,
      sizeBytes: content.length,
      sha256: sha256(content),
      kind: 'text',
      declared: true,
      mediaType: path === MANIFEST_PATH ? null : 'text/markdown',
      role: null,
      requiredStatus: null,
      scope: null,
      reviewState: null,
      source: null,
    }),
  );
  const report = {
    archiveSha256: archive,
    sizeBytes: bytes.length,
    verdict: 'review_required' as const,
    formatPack: { id: 'uaix-0.1', version: '3.138.0', sha256: 'c'.repeat(64) },
    claims: {
      packageId: 'lamp-room.marlow.1',
      profileId: 'marlow',
      title: 'Marlow, geometry tutor',
      issuer: 'Lamp Room',
      status: 'review_required',
      createdUtc: '2026-06-25T08:00:00Z',
      scopes: ['persona_profile'],
      entrypoints: ['.uai/persona.uai'],
      supportBoundary: 'Memory for review. Grants nothing.',
      files: contents.length,
      derivative: false,
      ...claims,
    },
    files: inspected,
    findings,
  };
  db.transaction(() => {
    const row = { archive, report, named: nameFindings(findings), fileName: 'marlow.uaix', utc: clock.now() };
    insertReport(db, { ...row, state: 'in_review', before: undefined });
  });
  return archive;
}

/** Evaluates the real policy over a package of which every file was approved by itself. */
export function evaluateApproved(db: DeskDatabase, archive: string) {
  return (changes: readonly AnchorChange[], authorizations: readonly string[]) => {
    const summary = getSummary(db, archive);
    const files = filesOf(db, archive);
    const acknowledgement = { note: 'read', by: 'ada (window)', utc: '2026-07-01T10:00:00Z', stale: false };
    return evaluate({
      state: summary.state,
      claims: summary.claims,
      files: files.map(({ path, sizeBytes }) => ({
        path,
        sizeBytes,
        anchor: isAnchorPath(path),
        decision: { ...acknowledgement, note: null, decision: 'approved', manner: 'single' },
        change: null,
        damaged: false,
      })),
      findings: findingsOf(db, archive).map((found) => ({ ...found, acknowledgement })),
      measured: measureLimits(summary.sizeBytes, files),
      anchorChanges: changes,
      authorizations,
      formatPack: { id: 'uaix-0.1', version: '3.138.0', sha256: 'c'.repeat(64) },
      packCurrent: true,
      acceptances: {},
      policy: DEFAULT_POLICY,
      policySha256: policyDigest(DEFAULT_POLICY),
    });
  };
}

/** Loads an approved package. */
export function load(desk: ActContext, archive: string, changes: Partial<LoadRequest> = {}) {
  return loadGeneration(desk, {
    archive,
    version: getSummary(desk.db, archive).version,
    authorizations: [],
    source: 'same',
    evaluate: evaluateApproved(desk.db, archive),
    ...changes,
  });
}

/** Every file below a folder, by its path with forward slashes. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Events of a kind, oldest first. */
export function eventsOf(db: DeskDatabase, ...kinds: readonly string[]) {
  return db.sql
    .prepare<[], { kind: string; subject: string | null; data: string }>(
      'SELECT kind, subject, data FROM events ORDER BY seq',
    )
    .all()
    .filter((row) => kinds.includes(row.kind))
    .map(({ kind, subject, data }) => ({ kind, subject, data: JSON.parse(data) as Record<string, unknown> }));
}

/** The problem that an act ends in. */
export async function refusal(
  act: () => unknown,
): Promise<{ code: string; values: Readonly<Record<string, unknown>> }> {
  try {
    await act();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
