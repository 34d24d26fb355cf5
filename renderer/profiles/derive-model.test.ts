import { describe, expect, test } from 'vitest';
import { changedTexts, draftFrom, fieldFaults } from './derive-model.ts';

const SOURCE = {
  generation: 2,
  packageId: 'lamp-room.marlow',
  profileId: 'marlow',
  title: 'Marlow',
  issuer: 'Lamp Room',
  files: [
    { path: '.uai/persona.uai', text: '# Marlow\r\nPatient.\r\n' },
    { path: '.uai/personality/voice.uai', text: '# Voice\n' },
  ],
};
const DRAFT = draftFrom(SOURCE, 'Marlow, changed');

describe('a draft', () => {
  test('begins with ids of its own and asks for what only a person knows', () => {
    expect(DRAFT).toMatchObject({ packageId: 'lamp-room.marlow.derivative', profileId: 'marlow-derivative' });
    expect([...fieldFaults(SOURCE, DRAFT)]).toEqual([
      ['issuer', 'needed'],
      ['reason', 'needed'],
    ]);
  });

  test.each([
    ['packageId', 'lamp-room.marlow', 'same'],
    ['profileId', ' marlow ', 'same'],
    ['profileId', 'two words', 'form'],
    ['packageId', 'a..b', 'form'],
    ['packageId', '  ', 'needed'],
    ['title', '', 'needed'],
  ] as const)('%s “%s” does not do: %s', (field, value, fault) => {
    const whole = { ...DRAFT, issuer: 'Club', reason: 'slower' };
    expect([...fieldFaults(SOURCE, whole)]).toEqual([]);
    expect([...fieldFaults(SOURCE, { ...whole, [field]: value })]).toEqual([[field, fault]]);
  });

  test('an id as long as the format allows does', () => {
    const longest = `a${'b'.repeat(199)}`;
    const draft = { ...DRAFT, issuer: 'Club', reason: 'slower', packageId: longest };
    expect([...fieldFaults(SOURCE, draft)]).toEqual([]);
    expect([...fieldFaults(SOURCE, { ...draft, packageId: `${longest}b` })]).toEqual([['packageId', 'form']]);
  });
});

describe('texts', () => {
  test('that were only looked at are not changed, whatever their line ends', () => {
    expect(changedTexts(SOURCE, DRAFT)).toEqual([]);
  });

  test('keep the line ends of the source', () => {
    const texts = {
      '.uai/persona.uai': '# Marlow\nVery patient.\n',
      '.uai/personality/voice.uai': '# Voice\nLow.\n',
    };
    expect(changedTexts(SOURCE, { ...DRAFT, texts })).toEqual([
      { path: '.uai/persona.uai', text: '# Marlow\r\nVery patient.\r\n' },
      { path: '.uai/personality/voice.uai', text: '# Voice\nLow.\n' },
    ]);
  });
});
