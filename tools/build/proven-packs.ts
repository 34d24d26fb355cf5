/** The format packs of `resources/`, proven while the program is built, with their manifest schema as source code. */
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';
import { compileManifestSchema, MANIFEST_SCHEMA_OPTIONS } from '../../electron/inspect/format/pack.ts';
import { packFiles, readFormatPacks } from '../../electron/inspector/format-packs.ts';

const MODULE = /[\\/]inspect[\\/]format[\\/]proven-packs\.ts$/;

/** Puts the proven packs in the place of the module that has none. */
export function provenPacks(root: string): Plugin {
  const resources = resolve(root, 'resources');
  return {
    name: 'proven-packs',
    load: (id) => (MODULE.test(id) ? provenPacksModule(resources) : null),
  };
}

/** @throws RangeError when a pack is not whole */
export function provenPacksModule(resources: string): string {
  const imports: string[] = [];
  const packs = [...readFormatPacks(resources).values()].map(({ id }, index) => {
    const source = standaloneSource(packFiles(resolve(resources, 'format', id.id)));
    // What the generated code needs at run time it requires; a module of ours imports it.
    const body = source.replace(/const (\w+) = require\("([^"]+)"\)(\.default)?;/g, (_, name, from, viaDefault) => {
      imports.push(`import ${name}_${index} from '${from}';`);
      return `const ${name} = ${viaDefault ? `${name}_${index}.default ?? ` : ''}${name}_${index};`;
    });
    return `(() => { const exports = {}; ${body}\nreturn { sha256: '${id.sha256}', ...exports }; })()`;
  });
  return `${imports.join('\n')}\nexport const PROVEN_PACKS = [${packs.join(', ')}];\n`;
}

function standaloneSource(files: ReadonlyMap<string, Buffer>): string {
  const schema = JSON.parse(String(files.get('manifest.schema.json')));
  const ajv = new Ajv2020({ ...MANIFEST_SCHEMA_OPTIONS, code: { source: true } });
  compileManifestSchema(schema, ajv);
  return standaloneCode(ajv, { validateManifest: schema.$id, validateFile: `${schema.$id}#/$defs/file` });
}
