import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../e2e/fixtures/package-builder.ts';
import { InspectorPool } from '../inspector/pool.ts';
import { spawnChildInspector } from '../inspector/spawn-child.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { findSummary } from '../quarantine/packages.ts';
import { resourcesFolder } from '../resources.ts';
import { type RecordRehearsal, recordInRehearsal, rehearse } from './rehearsal.ts';

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

const wanted = { isWanted: () => true, signal: new AbortController().signal };

describe('rehearse', () => {
  it('inspects a sample in the process that waits for the first file, has its report recorded, and leaves nothing', async () => {
    const archive = join(root, 'sample.uaix');
    writeFileSync(archive, await buildPackage().toArchive());
    const recorded: string[] = [];
    const clerk = {
      async rehearse(job: RecordRehearsal) {
        recordInRehearsal(job, (db, sha256) => recorded.push(`${sha256} ${findSummary(db, sha256)?.state}`));
      },
    };
    expect(await rehearse({ pool, layout, archive, clerk, ...wanted })).toBe(3);
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(recorded).toEqual([`${sha256} in_review`]);
    expect(pool.pid).toBeDefined();
    expect(readdirSync(layout.staging)).toEqual([]);
  });

  it('gives way to the first file', async () => {
    const archive = join(root, 'sample.uaix');
    let asked = 0;
    const clerk = { rehearse: () => Promise.reject(new Error('nobody records now')) };
    // The file comes while the sample is inspected for the first time.
    expect(await rehearse({ pool, layout, archive, clerk, ...wanted, isWanted: () => ++asked <= 2 })).toBe(1);
    expect(await rehearse({ pool, layout, archive, clerk, ...wanted, isWanted: () => false })).toBe(0);
    expect(readdirSync(layout.staging)).toEqual([]);
  });

  it('leaves nothing when there is no sample', async () => {
    const archive = join(root, 'absent.uaix');
    await expect(rehearse({ pool, layout, archive, clerk: null, ...wanted })).rejects.toThrow('ENOENT');
    expect(readdirSync(layout.staging)).toEqual([]);
  });

  it('records nothing on a desk that is being closed', async () => {
    const closing = new AbortController();
    const clerk = { rehearse: () => Promise.reject(new Error('nobody records now')) };
    const archive = join(root, 'sample.uaix');
    closing.abort();
    await expect(rehearse({ pool, layout, archive, clerk, ...wanted, signal: closing.signal })).rejects.toMatchObject({
      problem: { code: 'cancelled' },
    });
    expect(readdirSync(layout.staging)).toEqual([]);
  });
});
