/** The tables of docs/security.md and docs/threat-model.md tell of files and tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const security = read('docs/security.md');
const FILE = /`((?:electron|renderer|shared|tools|e2e|docs)\/[\w./-]+)`/g;

/** Tests that a text names: a file, the mark ›, a title. */
function namedTests(text: string): readonly (readonly [file: string, title: string])[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)` › ([^|;)\n]+?)\s*(?=[|;)\n])/g)].map(
    ([, file, title]) => [file ?? '', title ?? ''] as const,
  );
}

describe('docs/security.md', () => {
  const points = [...security.matchAll(/^\| (\d+) \|(.+)$/gm)];

  it('has the twenty points in order, each with a file and a test', () => {
    expect(points.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    for (const [line, number] of points) {
      const cells = line.split(' | ');
      expect(cells, `point ${number}`).toHaveLength(5);
      expect(cells[3], `point ${number}`).toMatch(/`[\w./-]+`/);
      expect(cells[4], `point ${number}`).toMatch(/\.(test|spec)\.ts` › |check-electron/);
    }
  });

  it('names tests that are there', () => {
    const named = namedTests(security);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter(([file, title]) => !existsSync(join(ROOT, file)) || !read(file).includes(title))).toEqual([]);
  });
});

describe.each(['docs/security.md', 'docs/threat-model.md', 'docs/releasing.md'])('%s', (name) => {
  it('names files that are there', () => {
    const files = [...read(name).matchAll(FILE)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
