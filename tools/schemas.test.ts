import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { PACK_FILE_SCHEMAS } from '../electron/inspect/format/pack-schema.ts';
import { patchedSchema } from '../electron/inspect/spec04/schema.ts';
import { ANSWERS, REQUESTS } from '../electron/inspector/message-schemas.ts';
import report from '../resources/evidence/report.schema.json' with { type: 'json' };
import policy from '../resources/policy/policy.schema.json' with { type: 'json' };
import { ARGUMENT_SCHEMAS } from '../shared/contract.ts';

/** Everything that the program compiles without asking again whether it is a schema. */
const OWN: Readonly<Record<string, object>> = {
  ...named('argument of', ARGUMENT_SCHEMAS),
  ...named('request', REQUESTS),
  ...named('answer', ANSWERS),
  ...named('pack file', PACK_FILE_SCHEMAS),
  policy,
  report,
  'SPEC-04': patchedSchema() as object,
};

function named(kind: string, schemas: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${kind} ${name}`, schema]));
}

const ajv = new Ajv2020({ strict: false });

describe('our own schemas', () => {
  it.each(Object.keys(OWN))('%s is a JSON Schema of 2020-12', (name) => {
    expect(ajv.validateSchema(OWN[name] as object), JSON.stringify(ajv.errors)).toBe(true);
  });

  it('a wrong one would be told', () => {
    expect(ajv.validateSchema({ type: 'strin' })).toBe(false);
  });
});
