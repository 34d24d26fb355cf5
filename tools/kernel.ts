/** Compiles the inner loops of the sweep to WebAssembly and writes them as a module: `npm run kernel`, after `kernel.as` was changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const FOLDER = resolve(import.meta.dirname, '../electron/inspect/scan/triggers/kernel');
const SOURCE = resolve(FOLDER, 'kernel.as');
const MODULE = resolve(FOLDER, 'kernel-bytes.ts');
const LINE = 110;

/** @returns the text of `kernel-bytes.ts`. @throws Error with the compiler's messages */
export async function kernelModule(): Promise<string> {
  const source = await readFile(SOURCE, 'utf8');
  let wasm: Uint8Array | null = null;
  const options = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '--importMemory'];
  const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...options], {
    readFile: (name) => (name === 'kernel.ts' ? source : null),
    writeFile(name, contents) {
      if (name === 'kernel.wasm' && typeof contents !== 'string') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error || wasm === null) throw new Error(`kernel.as: ${stderr.toString()}`, { cause: error });
  const lines = Buffer.from(wasm)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g')) as string[];
  return (
    `/** Made from \`kernel.as\` by \`npm run kernel\`; a test compiles it again and compares. */\n` +
    `// biome-ignore format: bytes\nexport const KERNEL_BYTES =\n${lines.map((line) => `  '${line}'`).join(' +\n')};\n`
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(MODULE, await kernelModule());
