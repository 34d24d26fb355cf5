/** The walls of the house: which room may import which. Data flows one way; only the desk knows all rooms. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Rooms by folder, longest first; what each may import besides itself, `shared` and packages. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  resources: [],
  renderer: [],
  'electron/inspect': ['resources'],
  'electron/inspector': ['electron/inspect', 'electron/files'],
  'electron/database': ['electron/quarantine/layout'],
  'electron/intake': ['electron/database', 'electron/quarantine', 'electron/inspector'],
  'electron/quarantine': ['electron/database', 'electron/inspect'],
  'electron/review': ['electron/database', 'electron/quarantine'],
  'electron/policy': ['electron/database', 'electron/quarantine', 'electron/review', 'resources'],
  'electron/packer': ['electron/inspect'],
  'electron/profiles': [
    'electron/database',
    'electron/quarantine',
    'electron/policy',
    'electron/inspect',
    'electron/packer',
  ],
  'electron/evidence': ['electron/database', 'electron/quarantine'],
  'electron/handoff': ['electron/database', 'electron/quarantine', 'electron/inspect', 'electron/intake'],
  'electron/desk': ['electron'],
  'electron/cli': [
    'electron/desk',
    'electron/inspect',
    'electron/inspector',
    'electron/intake',
    'electron/packer',
    'electron/profiles/context',
    'electron/handoff/messages',
  ],
  'electron/shell': ['electron/desk', 'electron/inspector'],
  electron: ['electron'],
};

/** Small files at the top of electron/ that every room but inspect/ may use. */
const COMMON = [
  'electron/problem',
  'electron/clock',
  'electron/files',
  'electron/saving',
  'electron/chosen-folder',
  'electron/resources',
  'electron/data-folder',
  'electron/turns',
  'electron/compiling',
];

const ROOMS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);

function roomOf(file: string): string | undefined {
  return ROOMS.find((room) => file === room || file.startsWith(`${room}/`));
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|testing\.ts$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Relative imports of a file, as paths from the top of the tree. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, to]) =>
    relative(ROOT, join(ROOT, dirname(file), to ?? ''))
      .split(sep)
      .join('/'),
  );
}

/** Whether a file of `room` may import the file `to`. */
function allowed(room: string, to: string): boolean {
  const target = roomOf(to);
  if (target === undefined || target === room || target === 'shared') return target !== undefined;
  if (room.startsWith('electron') && room !== 'electron/inspect' && COMMON.some((common) => to.startsWith(common)))
    return true;
  return (MAY_IMPORT[room] ?? []).some((open) => to.startsWith(open));
}

describe('walls between rooms', () => {
  const files = ['electron', 'renderer', 'shared'].flatMap(sources).filter((file) => !file.includes('/corpus/'));

  it('finds the sources', () => {
    expect(files).toContain('electron/desk/open-desk.ts');
    expect(files).toContain('shared/contract.ts');
  });

  it('tells a wall from a door', () => {
    expect(allowed('electron/inspect', 'electron/database/open.ts')).toBe(false);
    expect(allowed('electron/inspect', 'shared/rules.ts')).toBe(true);
    expect(allowed('renderer', 'electron/problem.ts')).toBe(false);
    expect(allowed('electron/review', 'electron/quarantine/packages.ts')).toBe(true);
    expect(allowed('electron/quarantine', 'electron/review/acts.ts')).toBe(false);
  });

  it('are respected by every import', () => {
    const through = files.flatMap((file) =>
      importsOf(file)
        .filter((to) => !allowed(roomOf(file) ?? '', to))
        .map((to) => `${file} → ${to}`),
    );
    expect(through).toEqual([]);
  });
});
