/** Schemas of a format pack's own files: closed, so that a misspelt member is found when the pack is read and not in a report. */

type Schema = Readonly<Record<string, unknown>>;

const token = { type: 'string', minLength: 1, maxLength: 200 } as const;
const tokens = { type: 'array', items: token, uniqueItems: true } as const;
const someTokens = { ...tokens, minItems: 1 } as const;
const list = (items: Schema): Schema => ({ type: 'array', items });
const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values, minProperties: 1 });

function members(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const allTokens = (...names: readonly string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, tokens]));

const spelling = members({ canonical: token, aliases: tokens });
const twoLanguages = members({ en: someTokens, zh: someTokens });

const requiredFile = members({ anyOf: someTokens, purpose: token, triggers: { type: 'boolean' } }, ['triggers']);
const scopeRule = members({
  id: token,
  aliases: tokens,
  status: token,
  includes: tokens,
  files: list(requiredFile),
  roles: list(members({ role: token, purpose: token, path: token })),
});

const obligation = members({ id: token, en: someTokens, zh: someTokens });
const rules = ['content/assistant', 'content/persona', 'content/code-bearing', 'content/handoff'];
const count = { type: 'integer', minimum: 0 } as const;

const derivative = members(
  allTokens(
    'originMembers',
    'packageMembers',
    'provenanceMembers',
    'diffMembers',
    'derivativeRoles',
    'originalRoles',
    'provenanceRoles',
    'diffRoles',
    'files',
    'derivativeLabels',
    'statusLabels',
    'originalLabels',
    'provenanceLabels',
    'diffLabels',
    'originalWords',
    'derivativeWords',
    'manifestStatusMembers',
  ),
);

/** File of a pack → the schema it must pass. `manifest.schema.json` is a schema itself and is compiled instead. */
export const PACK_FILE_SCHEMAS: Readonly<Record<string, Schema>> = {
  'pack.json': members({
    id: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,59}$' },
    version: { type: 'string', pattern: '^[0-9]+(?:[.][0-9]+)*$' },
    published: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    uaixVersion: spelling,
    packageFormat: spelling,
  }),
  'vocabulary.json': members({
    ...allTokens(
      'requiredStatuses',
      'statuses',
      'reviewStates',
      'unreviewedStates',
      'bannedLabels',
      'bannedHeadingWords',
      'fileHeadingWords',
      'anchorRoleWords',
      'codeRoles',
      'intakeRoles',
    ),
    canonicalization: token,
  }),
  'scopes.json': members({
    universal: scopeRule,
    scopes: list(scopeRule),
    closedFolders: list(members({ folder: token, scope: token })),
    outOfScopeFolders: list(members({ folder: token, scope: token })),
  }),
  'types.json': members({
    media: list(
      members({
        type: token,
        kind: { enum: ['text', 'json', 'html', 'svg', 'image', 'pdf'] },
        extensions: someTokens,
      }),
    ),
    code: list(members({ type: token, extensions: someTokens })),
    notCode: tokens,
    openExtensions: tokens,
  }),
  'members.json': members(
    allTokens('authority', 'runtime', 'mutation', 'mutationOperations', 'operationMembers', 'targetMembers', 'denials'),
  ),
  'content.json': members({
    groups: list(
      members({
        id: token,
        rule: { enum: rules },
        scope: token,
        files: someTokens,
        obligations: { ...list(obligation), minItems: 1 },
      }),
    ),
    depthLevel: members({
      scope: token,
      files: tokens,
      folder: token,
      labels: someTokens,
      minimum: count,
      maximum: count,
    }),
    orientation: members({ files: tokens, label: token, others: tokens }),
    identity: members({ package: token, persona: tokens, personaLabels: tokens }),
    sourceNotes: members({ files: tokens, labels: tokens }),
    derivative,
    longTermMemory: members({
      scope: token,
      member: token,
      members: someTokens,
      disposition: token,
      unfinishedMembers: tokens,
    }),
    ledger: members({
      scope: token,
      file: token,
      inlineCharacters: count,
      summaryCharacters: count,
      keys: map(someTokens),
      bodyLabels: tokens,
    }),
    metadataLabels: tokens,
    placeholders: tokens,
  }),
  'boundary.json': members({
    claims: map(twoLanguages),
    assertions: twoLanguages,
    verbs: tokens,
    negations: twoLanguages,
    denyingKeys: tokens,
    affirmingKeys: tokens,
    sectionLabels: someTokens,
  }),
};
