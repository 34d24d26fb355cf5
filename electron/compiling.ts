/** Schemas of our own, compiled: in the sources when one is first asked for, in the built program by the build. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

/** What a module named `…validators.ts` exports as `VALIDATORS`; `tools/build/validators.ts` puts another with the same answers there. */
export interface Validators<Name extends string> {
  of(name: Name): ValidateFunction;
}

/** What the build needs to know in order to compile the same. */
export interface CompiledOnUse<Name extends string> extends Validators<Name> {
  readonly schemas: Readonly<Record<Name, object>>;
  readonly options: Options;
}

/**
 * @param schemas by name; names are identifiers. That they are schemas is tested (tools/schemas.test.ts), not found out at every start.
 * @param options of Ajv, besides `strict`
 */
export function compiledOnUse<Name extends string>(
  schemas: Readonly<Record<Name, object>>,
  options: Options,
): CompiledOnUse<Name> {
  const all: Options = { strict: true, validateSchema: false, ...options };
  const ajv = new Ajv2020(all);
  const compiled = new Map<Name, ValidateFunction>();
  return {
    schemas,
    options: all,
    of(name) {
      const validate = compiled.get(name) ?? ajv.compile(schemas[name]);
      compiled.set(name, validate);
      return validate;
    },
  };
}
