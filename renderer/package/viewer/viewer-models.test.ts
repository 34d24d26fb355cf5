import { describe, expect, test } from 'vitest';
import { findHits } from './find-extension.ts';
import { CHUNK_BYTES, chunkOfRow, hexRow } from './hex-model.ts';
import { imageType } from './image-type.ts';
import { lineOfOffset } from './lines.ts';
import { manifestChanges } from './manifest-diff.ts';
import { firstMarkAfter } from './marks-extension.ts';
import { reveal } from './reveal.ts';

describe('reveal', () => {
  const labels = (text: string) => reveal(text).map((mark) => `${mark.from}-${mark.to} ${mark.kind} ${mark.name}`);

  test('names what draws nothing or turns the line round', () => {
    expect(labels('a\u200Bb\u202Ec')).toEqual([
      '1-2 invisible U+200B ZERO WIDTH SPACE',
      '3-4 bidi U+202E RIGHT-TO-LEFT OVERRIDE',
    ]);
  });

  test('line breaks and tabs are text; a lone carriage return, an escape and a NUL are not', () => {
    expect(labels('a\tb\r\nc\n')).toEqual([]);
    expect(labels('a\rb')).toEqual(['1-2 control U+000D']);
    expect(labels('\u001B[31m\u0000')).toEqual(['0-1 control U+001B', '5-6 control U+0000']);
  });

  test('tag characters are decoded and counted in UTF-16 units', () => {
    expect(reveal('x\u{E0041}')).toEqual([{ from: 1, to: 3, kind: 'tag', name: 'U+E0041', decoded: 'A' }]);
  });

  test('joiners inside emoji stay, the same joiner between letters does not', () => {
    expect(labels('👩\u200D🚀 ❤\uFE0F 1\uFE0F\u20E3')).toEqual([]);
    expect(labels('a\u200Db')).toEqual(['1-2 invisible U+200D ZERO WIDTH JOINER']);
  });

  test('ordinary text of many scripts has no marks', () => {
    expect(labels('Größe Ελένη Дарья 林间小屋 مكتبة דוד हिन्दी')).toEqual([]);
  });
});

describe('hexRow', () => {
  test('shows offset, bytes and printable ASCII', () => {
    const row = hexRow(new Uint8Array([0x23, 0x20, 0x54, 0xe2, 0x80, 0x8b, 0x0a]), 0xa3f0);
    expect(row).toEqual({ offset: '0000a3f0', hex: ['23', '20', '54', 'e2', '80', '8b', '0a'], ascii: '# T····' });
  });

  test('rows fall into chunks without overlap', () => {
    expect(CHUNK_BYTES).toBe(16384);
    expect([0, 1023, 1024, 2047, 2048].map((row) => chunkOfRow(row, 16))).toEqual([0, 0, 1, 1, 2]);
    expect([2047, 2048].map((row) => chunkOfRow(row, 8))).toEqual([0, 1]);
  });
});

test('imageType goes by the bytes', () => {
  expect(imageType(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe('image/png');
  expect(imageType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(imageType(new TextEncoder().encode('RIFF....WEBPVP8 '))).toBe('image/webp');
  expect(imageType(new TextEncoder().encode('<svg onload=alert(1)>'))).toBeNull();
  expect(imageType(new Uint8Array())).toBeNull();
});

test('lineOfOffset counts line breaks before the offset', () => {
  expect([0, 1, 2, 3, 4].map((offset) => lineOfOffset('a\nb\nc', offset))).toEqual([1, 1, 2, 2, 3]);
});

describe('findHits', () => {
  test('ignores letter case, takes special characters literally, gives offsets of the text', () => {
    expect(findHits('A.b a.B axb', 'a.b')).toEqual([
      { from: 0, to: 3 },
      { from: 4, to: 7 },
    ]);
    expect(findHits('x (y) [z] \\ / * + ? ^ $ { } | -', '[z] \\ / * + ? ^ $ { } | -')).toHaveLength(1);
    expect(findHits('abc', '')).toEqual([]);
  });

  test('letters whose lower case is longer do not move what follows', () => {
    expect(findHits('İİ totem', 'totem')).toEqual([{ from: 3, to: 8 }]);
  });
});

test('firstMarkAfter finds the first mark that ends after a position', () => {
  const marks = [
    { from: 2, to: 3 },
    { from: 5, to: 9 },
    { from: 12, to: 13 },
  ].map((range) => ({ ...range, kind: 'invisible' as const, name: '', decoded: null }));
  expect([0, 2, 3, 6, 9, 12, 13].map((position) => firstMarkAfter(marks, position))).toEqual([0, 0, 1, 1, 2, 2, 3]);
});

describe('manifestChanges', () => {
  const manifest = (over: object) =>
    JSON.stringify({
      issuer: 'Lamp Room',
      declaredScopes: ['universal', 'persona_profile'],
      status: 'reviewed',
      ...over,
    });

  test('a scope that was not there widens; a scope that went away does not', () => {
    const wider = manifestChanges(
      manifest({}),
      manifest({ declaredScopes: ['universal', 'persona_profile', 'code_bearing'] }),
    );
    expect(wider).toEqual([
      {
        name: 'declaredScopes',
        before: 'universal, persona_profile',
        after: 'universal, persona_profile, code_bearing',
        widens: true,
      },
    ]);
    const narrower = manifestChanges(manifest({}), manifest({ declaredScopes: ['universal'] }));
    expect(narrower?.map((change) => change.widens)).toEqual([false]);
  });

  test('another issuer widens, another status does not, an absent member is null', () => {
    const changes = manifestChanges(
      manifest({}),
      JSON.stringify({ issuer: 'Somebody', declaredScopes: ['universal', 'persona_profile'] }),
    );
    expect(changes).toEqual([
      { name: 'issuer', before: 'Lamp Room', after: 'Somebody', widens: true },
      { name: 'status', before: 'reviewed', after: null, widens: false },
    ]);
  });

  test('what is not a JSON object is not compared by field', () => {
    expect(manifestChanges('[]', manifest({}))).toBeNull();
    expect(manifestChanges(manifest({}), '{')).toBeNull();
  });
});
