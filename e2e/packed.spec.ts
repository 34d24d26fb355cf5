/** What the installers carry: only what runs, the right library for each system, and enough to run alone. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuilderOs, builderConfig, packedFiles } from '../tools/packed-files.ts';
import { expect, ROOT, test } from './fixtures/desk-app.ts';

/** Everything that may be inside, by place. What is not covered is a stray file. */
const ALLOWED = [
  /^LICENSE$/,
  /^package\.json$/,
  /^dist\/electron\/((cli|main)(-[\w-]+)?|inspector|recorder)\.js$/,
  /^dist\/electron\/preload\.cjs$/,
  /^dist\/renderer\/index\.html$/,
  /^dist\/renderer\/assets\/[\w.-]+\.(js|css|woff2|svg|png)$/,
  /^dist\/samples\/(updates\/)?[a-z0-9-]+\.uaix$/,
  /^resources\/(format|policy|evidence)\/[\w./-]+\.jsonc?$/,
  /^node_modules\/better-sqlite3\/(LICENSE|package\.json|lib\/[\w/-]+\.js)$/,
  /^node_modules\/better-sqlite3\/prebuilds\/(linux|darwin|win32)-(x64|arm64)\.node$/,
];

const TARGETS: readonly (readonly [BuilderOs, 'x64' | 'arm64', string])[] = [
  ['linux', 'x64', 'linux-x64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['mac', 'arm64', 'darwin-arm64'],
  ['mac', 'x64', 'darwin-x64'],
  ['win', 'x64', 'win32-x64'],
];

for (const [os, arch, library] of TARGETS) {
  test(`${os} ${arch}: only production files, with the library of that system`, () => {
    const files = packedFiles(ROOT, os, arch);
    expect(files.filter((file) => !ALLOWED.some((place) => place.test(file)))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/${library}.node`,
    ]);
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/electron/main.js',
        'dist/electron/inspector.js',
        'dist/electron/recorder.js',
        'dist/electron/preload.cjs',
        'dist/renderer/index.html',
        'dist/samples/marlow-persona.uaix',
        'resources/format/uaix-0.1/manifest.schema.json',
        'resources/policy/policy.jsonc',
        'node_modules/better-sqlite3/lib/index.js',
      ]),
    );
  });
}

test('what stands beside the program is there: notices and the launcher', () => {
  const config = builderConfig(ROOT) as Record<string, { extraResources: readonly { from: string }[]; fpm: string[] }>;
  for (const os of ['linux', 'mac', 'win'] as const) {
    for (const { from } of config[os]?.extraResources ?? []) expect(existsSync(join(ROOT, from)), from).toBe(true);
    expect(config[os]?.extraResources).toHaveLength(1);
  }
  for (const target of ['deb', 'rpm'] as const) {
    expect(config[target]?.fpm).toEqual(['resources/launchers/uaix=/usr/bin/uaix']);
  }
});

test('the packed files alone are a whole program', ({ scratch }) => {
  const os = ({ linux: 'linux', darwin: 'mac', win32: 'win' } as const)[process.platform as 'linux'];
  const program = join(scratch, 'program');
  for (const file of packedFiles(ROOT, os, process.arch as 'x64')) {
    mkdirSync(dirname(join(program, file)), { recursive: true });
    cpSync(join(ROOT, file), join(program, file));
  }
  const uaix = (...args: string[]) =>
    spawnSync(process.execPath, [join(program, 'dist', 'electron', 'cli.js'), ...args], {
      cwd: scratch,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, UAIX_DATA: join(scratch, 'data'), LANG: 'en_GB.UTF-8' },
    });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(uaix('--version').stdout.trim()).toBe(version);
  const imported = uaix('import', join(program, 'dist', 'samples', 'marlow-persona.uaix'), '--json');
  expect(imported.status, imported.stderr).toBe(0);
  expect(JSON.parse(imported.stdout)).toMatchObject({ state: 'in_review', verdict: 'review_required' });
  expect(uaix('doctor').status).toBe(0);
});
