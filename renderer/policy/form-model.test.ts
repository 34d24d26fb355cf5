import { expect, test } from 'vitest';
import { namesOf, readForm, SCOPES, writeMember } from './form-model.ts';

const TEXT = `// Ours.
{
  "version": 1,
  // Nobody of these.
  "issuers": { "mode": "any", "deny": ["Evil Corp"] }
}
`;

test('what the text leaves out has the strict default', () => {
  expect(readForm(TEXT)).toMatchObject({
    mode: 'any',
    deny: ['Evil Corp'],
    allow: [],
    scopes: SCOPES,
    requirePersona: false,
    derivatives: 'ask',
    limits: { archiveBytes: 67108864, entries: 5000 },
  });
  expect(readForm('{')).toBeNull();
  expect(readForm('[]')).toBeNull();
});

test('a member is written without touching comments or the other members', () => {
  const written = writeMember(TEXT, ['issuers', 'mode'], 'allow-list');
  expect(written).toBe(TEXT.replace('"any"', '"allow-list"'));
  const added = writeMember(TEXT, ['limits', 'entries'], 100);
  expect(added).toContain('// Nobody of these.');
  expect(readForm(added)).toMatchObject({ limits: { entries: 100, archiveBytes: 67108864 }, deny: ['Evil Corp'] });
});

test('names are one a line, once each', () => {
  expect(namesOf(' Lamp Room \n\nInes\nLamp Room')).toEqual(['Lamp Room', 'Ines']);
});
