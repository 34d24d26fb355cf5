/** The schemas of the program's own modules named `…validators.ts`, as source code. */
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Plugin } from 'vite';
import type { CompiledOnUse } from '../../electron/compiling.ts';
import { StandaloneModule } from './standalone.ts';

const MODULE = /[\\/]electron[\\/]\w+[\\/](\w+-)?validators\.ts$/;

/** Puts compiled validators in the place of modules that would compile them at every start. */
export function compiledValidators(): Plugin {
  return {
    name: 'compiled-validators',
    async load(id) {
      if (!MODULE.test(id)) return null;
      const { VALIDATORS } = (await import(pathToFileURL(id).href)) as { VALIDATORS: CompiledOnUse<string> };
      return validatorsModule(VALIDATORS);
    },
  };
}

/** @throws Error when a schema cannot be compiled */
export function validatorsModule({ schemas, options }: CompiledOnUse<string>): string {
  const ajv = new Ajv2020({ ...options, code: { source: true } });
  const names = Object.keys(schemas);
  for (const name of names) ajv.addSchema(schemas[name] as object, name);
  const module = new StandaloneModule();
  const table = module.expression(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return module.source(`const TABLE = ${table};\nexport const VALIDATORS = { of: (name) => TABLE[name] };`);
}
