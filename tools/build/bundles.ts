/**
 * What is bundled from what. The inspector, the recorder and the bridge are one file each; the main process and the command line read
 * further pieces when they need them.
 */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { STYLE_NONCE_MARK } from '../../electron/shell/content-security.ts';
import { provenPacks } from './proven-packs.ts';
import { compiledValidators } from './validators.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The Node inside Electron 45. */
const NODE_TARGET = 'node24';
/** The Chromium inside Electron 45 is newer than this; the stand-in runs on what the system has. */
const BROWSER_TARGET = 'chrome140';

function common(): InlineConfig {
  return { root: ROOT, configFile: false, envDir: false, logLevel: 'warn', publicDir: false };
}

/**
 * The command line is two bundles: what answers `--help` and `--version`, in one file, since each further file costs a start as much as
 * its code; and all else, in pieces. The first asks for the second by its name in `dist/`.
 */
const QUICK = { entry: 'electron/cli/main.ts', file: 'cli.js' } as const;
const WHOLE = { entry: 'electron/cli/whole.ts', file: 'cli-whole.js' } as const;

function withoutTheWhole(): Plugin {
  return {
    name: 'command-line-in-two',
    enforce: 'pre',
    resolveId: (source) => (source === './whole.ts' ? { id: `./${WHOLE.file}`, external: true } : null),
  };
}

const MAIN = 'main.js';

/** Bundles of the processes that run on Node. Only what must come from outside stays outside. */
const NODE_BUNDLES = [
  { entry: 'electron/main.ts', file: MAIN },
  { entry: 'electron/inspector/inspector-main.ts', file: 'inspector.js' },
  { entry: 'electron/desk/recorder-thread.ts', file: 'recorder.js' },
  QUICK,
  WHOLE,
] as const;

/** The pieces lie beside their entry: places are found from the folder of the code. */
const inPieces = (name: string) => ({ codeSplitting: true, chunkFileNames: `${name}-[name].js` }) as const;
const IN_ONE = { codeSplitting: false } as const;
/** Names of the pieces, by entry: a window comes up before the code of the desk is read, a command reads only its own. */
const PIECES: Readonly<Record<string, string>> = { [MAIN]: 'main', [WHOLE.file]: 'cli' };

function nodeBundle(entry: string, file: string, outDir: string): InlineConfig {
  return {
    ...common(),
    plugins: [provenPacks(ROOT), compiledValidators(), ...(file === QUICK.file ? [withoutTheWhole()] : [])],
    // `electron` is given by the host; better-sqlite3 brings a native file that must lie beside its own package.
    ssr: { target: 'node', noExternal: true, external: ['electron', 'better-sqlite3'] },
    build: {
      ssr: resolve(ROOT, entry),
      target: NODE_TARGET,
      outDir: resolve(outDir, 'electron'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        external: ['electron', 'better-sqlite3'],
        // No piece asks for the entry itself: a host that names its file in another way would run it a second time.
        preserveEntrySignatures: 'strict',
        output: {
          format: 'esm',
          entryFileNames: file,
          ...(PIECES[file] ? inPieces(PIECES[file]) : IN_ONE),
        },
      },
    },
  };
}

/** A sandboxed preload script must be one CommonJS file that requires nothing but `electron`. */
function preloadBundle(outDir: string): InlineConfig {
  return {
    ...common(),
    build: {
      target: BROWSER_TARGET,
      outDir: resolve(outDir, 'electron'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      lib: { entry: resolve(ROOT, 'electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: ['electron'], output: { codeSplitting: false } },
    },
  };
}

function rendererBundle(outDir: string): InlineConfig {
  return {
    ...common(),
    root: resolve(ROOT, 'renderer'),
    base: './',
    plugins: [react()],
    // Style elements that libraries insert carry this nonce; scripts never need one.
    html: { cspNonce: STYLE_NONCE_MARK },
    build: {
      target: BROWSER_TARGET,
      outDir: resolve(outDir, 'renderer'),
      emptyOutDir: true,
      // The policy forbids `data:`; everything is a file of its own, named by its content.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file in the order of the whole window, whichever screen comes first.
      cssCodeSplit: false,
      sourcemap: false,
      chunkSizeWarningLimit: 2_500,
    },
  };
}

/** Every bundle of the program, in the order it is built. */
export function bundles(outDir: string): readonly InlineConfig[] {
  return [
    ...NODE_BUNDLES.map(({ entry, file }) => nodeBundle(entry, file, outDir)),
    preloadBundle(outDir),
    rendererBundle(outDir),
  ];
}
