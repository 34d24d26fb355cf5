/** The compiled program: what runs on the person's machine holds no evaluation, no inline script and no way out that the sources do not have. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const DIST = join(import.meta.dirname, '../dist');

const text = (name: string) => readFileSync(join(DIST, name), 'utf8');
const names = (folder: string) => readdirSync(join(DIST, folder)).sort();

/** Modules that a bundle asks of its host: static imports, dynamic ones, `require`. */
function asked(code: string): string[] {
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\w*\(\s*)["']([a-z@][\w@/.:-]*)["']/g);
  return [...new Set([...found].map(([, name]) => (name ?? '').replace(/^node:/, '')))].sort();
}

/** Modules that can open a connection. */
const NETWORK = ['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'inspector', 'net', 'tls', 'undici', 'ws'];

/** `new Function` of the JSON Schema compiler, which runs on our own schemas only. */
const AJV_COMPILE = /new Function\(`\$\{\w+(?:\.default)?\.self\}`, `\$\{\w+(?:\.default)?\.scope\}`, sourceCode\)/g;

/** The main process and the command line lie in pieces beside their entries; each is looked at like a bundle of its own. */
const PIECE = /^(cli|main)-[\w-]+\.js$/;
const piecesOf = (entry: string) =>
  names('electron').filter((name) => PIECE.test(name) && name.startsWith(entry.replace('.js', '-')));

test('the folder of the processes holds five files and pieces of two of them, that of the window its page and assets', () => {
  const bundles = names('electron').filter((name) => !PIECE.test(name));
  expect(bundles).toEqual(['cli.js', 'inspector.js', 'main.js', 'preload.cjs', 'recorder.js']);
  expect(piecesOf('cli.js').length).toBeGreaterThan(30);
  expect(piecesOf('main.js').length).toBeGreaterThan(30);
  expect(names('renderer')).toEqual(['assets', 'index.html']);
  expect(names('renderer/assets').filter((name) => !/\.(js|css|woff2|svg|png)$/.test(name))).toEqual([]);
});

test('the page has no inline script, no inline style, no handler and no address outside', () => {
  const page = text('renderer/index.html');
  const scripts = page.match(/<script\b[^>]*>[\s\S]*?<\/script>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toMatch(/^<script [^>]*\bsrc="\.\/assets\/[\w-]+\.js"[^>]*><\/script>$/);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|https?:|\/\/[a-z]/i);
});

test('the code of the window and of the preload script evaluates nothing and asks for nothing', () => {
  const window = names('renderer/assets').filter((name) => name.endsWith('.js'));
  expect(window.length).toBeGreaterThan(0);
  for (const name of [...window.map((each) => `renderer/assets/${each}`), 'electron/preload.cjs']) {
    const code = text(name);
    expect(code, name).not.toMatch(/\beval\s*\(|\bnew Function\b|\bFunction\s*\(\s*["'`]|setTimeout\(\s*["'`]/);
    expect(code, name).not.toMatch(/sourceMappingURL/);
  }
  expect(asked(text('electron/preload.cjs'))).toEqual(['electron']);
});

/** All code of a bundle. */
const codeOf = (name: string) => [name, ...piecesOf(name)].map((each) => text(`electron/${each}`)).join('\n');

for (const name of ['main.js', 'inspector.js', 'recorder.js', 'cli.js']) {
  test(`${name} evaluates only what the schema compiler makes of our own schemas`, () => {
    const code = codeOf(name);
    const compiled = code.match(AJV_COMPILE) ?? [];
    const every = code.match(/\bnew Function\s*\(/g) ?? [];
    expect(compiled.length).toBe(every.length);
    expect(withoutStrings(code).match(/(?<![.\w])eval\s*\(/g) ?? []).toEqual([]);
  });

  test(`${name} asks the host for Node's own modules, its database and nothing of the network`, () => {
    const modules = asked(codeOf(name)).filter((each) => !['electron', 'better-sqlite3'].includes(each));
    const own = modules.filter((each) => builtinModules.includes(each) || each === 'sqlite');
    expect(own.filter((each) => NETWORK.includes(each))).toEqual([]);
    expect(own.length).toBeGreaterThan(3);
  });
}

test('only the shell asks for Electron, and the inspector not even for the database', () => {
  expect(asked(text('electron/main.js'))).toContain('electron');
  for (const name of piecesOf('main.js')) expect(asked(text(`electron/${name}`)), name).not.toContain('electron');
  for (const name of ['cli.js', 'inspector.js', 'recorder.js']) expect(asked(codeOf(name))).not.toContain('electron');
  expect(asked(text('electron/inspector.js'))).not.toContain('better-sqlite3');
});

test('a window comes up before the code of the desk is read, and no piece runs its entry again', () => {
  const first = piecesAskedBy('main.js');
  expect(first.filter((name) => /desk|inspect|engine|locales/.test(name))).toEqual([]);
  expect(text('electron/main.js')).toMatch(/import\(["']\.\/main-open-desk\.js["']\)/);
  for (const entry of ['main.js', 'cli-whole.js']) {
    for (const name of piecesOf(entry.replace('-whole', ''))) {
      expect(text(`electron/${name}`), name).not.toMatch(new RegExp(`["']\\./${entry}["']`));
    }
  }
});

/** Pieces that are read with a file, before any of its code runs. */
function piecesAskedBy(name: string, known = new Set<string>()): string[] {
  for (const [, piece] of text(`electron/${name}`).matchAll(/^import [^"']*["']\.\/([\w-]+\.js)["'];$/gm)) {
    if (piece === undefined || known.has(piece)) continue;
    known.add(piece);
    piecesAskedBy(piece, known);
  }
  return [...known];
}

test('help and version are answered by one small file, without the library that reads command lines', () => {
  const code = text('electron/cli.js');
  expect([...code.matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)].map(([, name]) => name)).toEqual([
    './cli-whole.js',
  ]);
  expect(asked(code)).toEqual(['fs', 'path']);
  expect(code.length).toBeLessThan(100_000);
});

test('the sizes stay what a desktop program may weigh', () => {
  const bytes = Object.fromEntries(names('electron').map((name) => [name, text(`electron/${name}`).length]));
  test.info().annotations.push({ type: 'bundle sizes', description: JSON.stringify(bytes) });
  // A bundle that doubles has taken in something that nobody decided on.
  for (const [name, size] of Object.entries(bytes)) expect(size, name).toBeLessThan(4_000_000);
  for (const name of ['cli.js', 'main.js']) expect(codeOf(name).length, name).toBeLessThan(4_000_000);
  const window = names('renderer/assets').filter((name) => name.endsWith('.js'));
  expect(window.reduce((sum, name) => sum + text(`renderer/assets/${name}`).length, 0)).toBeLessThan(2_500_000);
});

/** Strings, templates, comments and regular expressions may name `eval`: the scanner looks for it. */
function withoutStrings(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/\/(?:[^/\\\n]|\\.)+\/[a-z]*/g, '//');
}
