import { describe, expect, test } from 'vitest';
import { commandOf, isTypingTarget, type KeyPress } from './keys.ts';

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  inField: false,
  ...over,
});

describe('commandOf', () => {
  test.each([
    ['j', 'next-file'],
    ['k', 'previous-file'],
    ['n', 'next-finding'],
    ['p', 'previous-finding'],
    ['a', 'approve'],
    ['x', 'reject'],
    ['v', 'viewed'],
    ['u', 'undo'],
    [']', 'next-hunk'],
    ['[', 'previous-hunk'],
    ['/', 'filter'],
    ['?', 'help'],
  ])('%s is %s', (key, command) => {
    expect(commandOf(press(key), true)).toBe(command);
    expect(commandOf(press(key), false)).toBeNull();
    expect(commandOf(press(key, { inField: true }), true)).toBeNull();
    expect(commandOf(press(key, { alt: true }), true)).toBeNull();
  });

  test('with Ctrl or Command held a letter is never a single key', () => {
    expect(commandOf(press('a', { ctrl: true }), true)).toBeNull();
    expect(commandOf(press('x', { meta: true }), true)).toBeNull();
  });

  test('find and undo have chords that work with single keys off; undo leaves fields alone', () => {
    expect(commandOf(press('f', { ctrl: true }), false)).toBe('find');
    expect(commandOf(press('F', { meta: true, inField: true }), false)).toBe('find');
    expect(commandOf(press('z', { ctrl: true }), false)).toBe('undo');
    expect(commandOf(press('z', { ctrl: true, inField: true }), true)).toBeNull();
  });

  test('Escape goes back without single keys, but not out of a field', () => {
    expect(commandOf(press('Escape'), false)).toBe('back');
    expect(commandOf(press('Escape', { inField: true }), true)).toBeNull();
  });

  test('names of object members are no keys', () => {
    expect(commandOf(press('constructor'), true)).toBeNull();
    expect(commandOf(press('toString'), true)).toBeNull();
  });
});

test('isTypingTarget looks at every node of the path', () => {
  expect(isTypingTarget([{ tagName: 'SPAN' }, { tagName: 'INPUT', type: 'search' }])).toBe(true);
  expect(isTypingTarget([{ tagName: 'TEXTAREA' }])).toBe(true);
  expect(isTypingTarget([{ tagName: 'DIV', isContentEditable: true }])).toBe(true);
  expect(isTypingTarget([{ tagName: 'INPUT', type: 'checkbox' }, { tagName: 'LABEL' }, {}])).toBe(false);
  expect(isTypingTarget([{ tagName: 'BUTTON' }])).toBe(false);
});
