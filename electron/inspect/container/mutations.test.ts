/** Mutated archives: what is still accepted reads like its original, everywhere. The long run is `tools/container-mutations.ts`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryArchives, programArchives } from '../../../e2e/fixtures/zip-honest-writers.ts';
import { containerView, mutants, runMutations } from '../../../e2e/fixtures/zip-mutations.ts';
import { availableOracles } from '../../../e2e/fixtures/zip-oracles.ts';
import { zip } from '../../../e2e/fixtures/zip-writer.ts';

/** A few thousand in about half a minute. */
const MUTANTS = 3_000;
const SEED = 20_260_624;

const bases = [...programArchives().archives, ...(await libraryArchives())].filter(({ bytes }) => bytes.length < 2_048);

describe('mutants of good archives', () => {
  it(`no accepted one of ${MUTANTS} reads differently`, async () => {
    const result = await runMutations(bases, mutants(bases, MUTANTS, SEED), availableOracles());
    expect(
      result.wrong.map(({ mutant, reader, saw }) => [bases[mutant.base]?.writer, mutant.what, reader, saw]),
    ).toEqual([]);
    expect(result.mutants).toBe(MUTANTS);
    // Both ends are there: most are refused, and some (times, permissions) must pass, or the comparison would be empty.
    expect(result.refused).toBeGreaterThan(MUTANTS * 0.8);
    expect(result.accepted).toBeGreaterThan(20);
  }, 180_000);

  it('any bytes end in findings, never in an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const { findings } = await containerView(Buffer.from(bytes));
        return findings.length > 0;
      }),
      { numRuns: 500 },
    );
  });

  it('any names and contents, written honestly, come back as they were', async () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,12}(?:\/[a-z0-9_-]{1,12}){0,3}\.md$/);
    const files = fc.uniqueArray(fc.tuple(name, fc.uint8Array({ maxLength: 300 }), fc.boolean()), {
      minLength: 1,
      maxLength: 8,
      selector: ([path]) => path,
    });
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async (list, descriptor) => {
        const entries = list.map(([path, data, deflate]) => ({
          name: path,
          data: Buffer.from(data),
          method: deflate ? (8 as const) : (0 as const),
          // Stored data of any bytes may hold a record's signature, which a descriptor would make ambiguous.
          descriptor: descriptor && deflate,
        }));
        const view = await containerView(zip({ entries }));
        expect(view.findings).toEqual([]);
        expect(view.files?.map((line) => line.split(' ')[0])).toEqual(list.map(([path]) => path).sort());
      }),
      { numRuns: 200 },
    );
  });
});
