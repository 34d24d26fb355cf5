import { describe, expect, it } from 'vitest';
import { filesOfSecondInstance, readLaunchArguments, wordsAfterProgram } from './launch-arguments.ts';

const read = (...words: string[]) => readLaunchArguments(words, '/home/ada/inbox');

describe('the command line of the app', () => {
  it('takes files, relative ones from the working directory', () => {
    expect(read('a.uaix', '/srv/b.uaix', '../c.uaix')).toEqual({
      files: ['/home/ada/inbox/a.uaix', '/srv/b.uaix', '/home/ada/c.uaix'],
      data: null,
    });
  });

  it('takes file addresses as file managers hand them over', () => {
    expect(read('file:///srv/my%20package.uaix').files).toEqual(['/srv/my package.uaix']);
  });

  it.each([
    'file://server/share/a.uaix',
    'https://example.invalid/a.uaix',
    'uaix://open',
    '--enable-logging',
    '-psn_0_12345',
    '',
    'a\0.uaix',
  ])('leaves out %j', (word) => {
    expect(read(word).files).toEqual([]);
  });

  it('reads the data folder in both spellings and keeps its value out of the files', () => {
    expect(read('--data', 'desk', 'a.uaix')).toEqual({ files: ['/home/ada/inbox/a.uaix'], data: 'desk' });
    expect(read('a.uaix', '--data=/srv/desk')).toEqual({ files: ['/home/ada/inbox/a.uaix'], data: '/srv/desk' });
    expect(read('--data').data).toBeNull();
  });

  it('takes everything after -- as files', () => {
    expect(read('--', '-strange.uaix', '--data').files).toEqual([
      '/home/ada/inbox/-strange.uaix',
      '/home/ada/inbox/--data',
    ]);
  });

  it('knows which words stand before the files', () => {
    expect(wordsAfterProgram(['electron', '/app', 'a.uaix'], false)).toEqual(['a.uaix']);
    expect(wordsAfterProgram(['/opt/uaix', 'a.uaix'], true)).toEqual(['a.uaix']);
  });
});

describe('files of a second instance', () => {
  it('takes absolute paths only', () => {
    expect(filesOfSecondInstance({ files: ['/a.uaix', 'b.uaix', 7, '/c\0.uaix'] })).toEqual(['/a.uaix']);
  });
  it.each([null, undefined, 'x', {}, { files: '/a.uaix' }])('finds no list in %j', (data) => {
    expect(filesOfSecondInstance(data)).toBeNull();
  });
});
