/** The packages that are measured: valid ones, made of the same bytes each time. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage, type PackageBuilder } from '../../e2e/fixtures/package-builder.ts';
import { GENRES, textOf } from './texts.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What stands in every package beside its bulk: the scopes' own files and the manifest. */
const SCOPES = ['persona_profile', 'code_bearing'] as const;

interface Shape {
  /** For tables. */
  readonly title: string;
  readonly scopes: readonly string[];
  /** Entries of the archive in all, the manifest included. */
  readonly entries: number;
  /** Size of each file that is added, in bytes. */
  readonly fileBytes: number;
  /** Sizes of single files besides, in bytes. */
  readonly more?: readonly number[];
  readonly seed: number;
}

/**
 * The limits are those of shared/limits.ts: 5 000 entries, one file of 32 MiB, just below 256 MiB of content in an archive just below
 * 64 MiB.
 */
const SHAPES = {
  'small-5000': {
    title: '5 000 × 10 KiB',
    scopes: SCOPES,
    entries: 5_000,
    fileBytes: 10 * KIB,
    seed: 5_000,
  },
  'small-500': { title: '500 × 10 KiB', scopes: SCOPES, entries: 500, fileBytes: 10 * KIB, seed: 500 },
  'large-50': { title: '50 × 4 MiB', scopes: SCOPES, entries: 66, fileBytes: 4 * MIB, seed: 50 },
  persona: {
    title: 'persona, 40 files',
    scopes: ['advanced_persona_profile', 'long_term_memory'],
    entries: 40,
    fileBytes: 4 * KIB,
    more: [],
    seed: 40,
  },
  limits: {
    title: '64 MiB at the limits',
    scopes: SCOPES,
    entries: 5_000,
    fileBytes: 45 * KIB,
    more: [32 * MIB],
    seed: 64,
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** Small ones of the same kinds, for a quick look and for tests. */
const QUICK: Readonly<Partial<Record<InputName, Partial<Shape>>>> = {
  'small-5000': { title: '200 × 2 KiB', entries: 200, fileBytes: 2 * KIB },
  'small-500': { title: '50 × 2 KiB', entries: 50, fileBytes: 2 * KIB },
  'large-50': { title: '4 × 256 KiB', entries: 20, fileBytes: 256 * KIB },
  limits: { title: '100 files and one of 1 MiB', entries: 100, fileBytes: 4 * KIB, more: [1 * MIB] },
};

export type InputName = keyof typeof SHAPES;

export const INPUT_NAMES = Object.keys(SHAPES) as readonly InputName[];

export interface Input {
  readonly name: InputName;
  readonly title: string;
  readonly path: string;
  readonly archiveBytes: number;
  readonly entries: number;
}

/** How big the inputs are: `full` is what the targets are about. */
export type Size = 'full' | 'quick';

function shapeOf(name: InputName, size: Size): Shape {
  return size === 'full' ? SHAPES[name] : { ...SHAPES[name], ...QUICK[name] };
}

/** An input before it is written. @param edition other text in every file that is added: the next edition of the same package */
export function packageOf(name: InputName, size: Size, edition = 1): PackageBuilder {
  const { scopes, entries, fileBytes, more = [], seed } = shapeOf(name, size);
  const built = buildPackage({ scopes, packageId: `lamp-room.${name}`, profileId: name });
  const MANIFEST = 1;
  const sizes = [...more, ...Array<number>(entries - built.files.size - MANIFEST - more.length).fill(fileBytes)];
  for (const [at, bytes] of sizes.entries()) addFile(built, at, bytes, seed + at + edition * 1_000_003);
  return built;
}

function addFile(built: PackageBuilder, at: number, bytes: number, seed: number): void {
  const kind = GENRES[at % GENRES.length] ?? GENRES[0];
  if (kind === undefined) throw new TypeError('there is a kind of text');
  const path = `docs/part-${Math.floor(at / 100)}/sheet-${at}.${kind.ending}`;
  const code = kind.genre === 'code' ? { role: 'source_code', scope: 'code_bearing' } : {};
  built.put(path, textOf(kind.genre, bytes, seed), { mediaType: kind.mediaType, ...code });
}

/** Writes an input into a folder, or takes the one that lies there from an earlier run. */
export async function provideInput(folder: string, name: InputName, size: Size, edition = 1): Promise<Input> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${size}-${name}${edition === 1 ? '' : `-${edition}`}.uaix`);
  if (!existsSync(path)) {
    // Under another name first, so that a run that is broken off leaves no half package.
    writeFileSync(`${path}.part`, await packageOf(name, size, edition).toArchive());
    renameSync(`${path}.part`, path);
  }
  const { title, entries } = shapeOf(name, size);
  return { name, title, path, archiveBytes: readFileSync(path).length, entries };
}
