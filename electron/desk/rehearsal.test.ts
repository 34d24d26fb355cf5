import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../e2e/fixtures/package-builder.ts';
import { InspectorPool } from '../inspector/pool.ts';
import { spawnChildInspector } from '../inspector/spawn-child.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { resourcesFolder } from '../resources.ts';
import { rehearse } from './rehearsal.ts';

const root = mkdtempSync(join(tmpdir(), 'uaix-rehearsal-'));
const layout = new DataLayout(join(root, 'data'));
mkdirSync(layout.staging, { recursive: true });
const pool = new InspectorPool({
  spawn: spawnChildInspector,
  resources: resourcesFolder(),
  readable: layout.staging,
  writable: layout.staging,
});

afterAll(async () => {
  await pool.close();
  rmSync(root, { recursive: true, force: true });
});

describe('rehearse', () => {
  it('inspects a sample in the process that waits for the first file, and leaves nothing', async () => {
    const archive = join(root, 'sample.uaix');
    writeFileSync(archive, await buildPackage().toArchive());
    const report = await rehearse(pool, layout, archive);
    expect([report.verdict, report.findings]).toEqual(['review_required', []]);
    expect(pool.pid).toBeDefined();
    expect(readdirSync(layout.staging)).toEqual([]);
  });

  it('leaves nothing when there is no sample', async () => {
    await expect(rehearse(pool, layout, join(root, 'absent.uaix'))).rejects.toThrow('ENOENT');
    expect(readdirSync(layout.staging)).toEqual([]);
  });
});
