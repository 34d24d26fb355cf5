/**
 * The long mutation run: `npx node tools/container-mutations.ts [COUNT] [SEED]`. Prints its figures as JSON and ends with 1 when an
 * accepted mutant reads differently from its original.
 */
import { libraryArchives, programArchives } from '../e2e/fixtures/zip-honest-writers.ts';
import { mutants, runMutations } from '../e2e/fixtures/zip-mutations.ts';
import { availableOracles } from '../e2e/fixtures/zip-oracles.ts';

const DEFAULT_COUNT = 24_000;

/** Large archives only dilute the mutations: most of their bytes are data, and data has its CRC. */
const LARGEST_BASE = 2_048;

const count = Number(process.argv[2] ?? DEFAULT_COUNT);
const seed = Number(process.argv[3] ?? 1);
const bases = [...programArchives().archives, ...(await libraryArchives())].filter(
  ({ bytes }) => bytes.length < LARGEST_BASE,
);
const oracles = availableOracles();
const { wrong, ...figures } = await runMutations(bases, mutants(bases, count, seed), oracles);
const described = wrong.map(({ mutant, reader, saw }) => ({
  base: bases[mutant.base]?.writer,
  what: mutant.what,
  reader,
  saw,
}));
console.log(JSON.stringify({ seed, bases: bases.length, oracles, ...figures, wrong: described }, null, 2));
process.exitCode = wrong.length > 0 ? 1 : 0;
