import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, systemFiles } from '../files.ts';
import { messageFile } from '../inspect/spec04/testing.ts';
import { currentFormatPack } from '../inspector/format-packs.ts';
import { problemOf } from '../problem.ts';
import { resourcesFolder } from '../resources.ts';
import { watchDesk } from './desk-watch.ts';
import { examine } from './examine.ts';
import { freePath, isPlaceholder, isUnfinishedName, messagePath } from './names.ts';
import { DECISION, namePlaces, testDesk, testFolders } from './testing.ts';

const pack = currentFormatPack(resourcesFolder());

describe('names', () => {
  it.each<[string, number, boolean]>([
    ['.gitkeep', 0, true],
    ['sub/.gitkeep', 12, true],
    ['readme.human', 900, true],
    ['README.human', 900, true],
    ['ready', 0, true],
    ['.DS_Store', 6_148, true],
    ['readme.human', 70_000, false],
    ['.gitkeep', 5_000, false],
    ['readme.md', 10, false],
  ])('%s of %d bytes is a placeholder: %s', (name, size, expected) => {
    expect(isPlaceholder(name, size)).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['film.md.part', true],
    ['a.crdownload', true],
    ['~$plan.docx', true],
    ['.~lock.plan.odt#', true],
    ['.uaix-removing-0123456789abcdef', true],
    ['part.md', false],
    ['tmp/plan.md', false],
  ])('%s is not finished: %s', (name, expected) => {
    expect(isUnfinishedName(name)).toBe(expected);
  });

  it('become paths that a message may have, and free ones', () => {
    expect(messagePath('content', 'a/b.md')).toBe('content/a/b.md');
    expect(messagePath('content', 'u\u0308.md')).toBe('content/\u00fc.md');
    expect(messagePath('content', 'nul.md')).toMatch(/^content\/unnameable-[0-9a-f]{16}$/);
    const taken = new Set(['content/a.md', 'content/a~2.md', 'content/.rc']);
    expect(freePath('content/a.md', (path) => !taken.has(path))).toBe('content/a~3.md');
    expect(freePath('content/.rc', (path) => !taken.has(path))).toBe('content/.rc~2');
  });
});

describe('what a file is', () => {
  const kind = async (name: string, bytes: Buffer | string) => {
    const options = { path: `content/${name}`, name, sha256: '0'.repeat(64), pack, nowUtc: '2030-06-01T00:00:00Z' };
    const { content, blockedBy, mediaType, findings } = await examine(Buffer.from(bytes), true, options);
    return [content, blockedBy, mediaType, findings.map(({ rule }) => rule).join(' ')];
  };
  const octets = 'application/octet-stream';

  it.each<[string, Buffer | string, unknown[]]>([
    ['mill.md', '# Mill\n', ['text', null, 'text/markdown', '']],
    ['data.csv', 'a,b\n1,2\n', ['text', null, 'text/csv', '']],
    ['map.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ['image', null, 'image/png', '']],
    ['tool.md', Buffer.from('7f454c4602010100', 'hex'), ['blocked', 'executable elf', octets, 'type/executable']],
    ['setup.exe', 'text in disguise', ['blocked', 'executable .exe', octets, 'type/executable']],
    ['run.py', 'print(1)\n', ['blocked', 'script .py', octets, 'type/executable']],
    ['notes.md', '#!/bin/sh\nls\n', ['blocked', 'script #!', octets, 'type/executable']],
    ['all.zip', Buffer.from('504b0304', 'hex'), ['blocked', 'archive zip', octets, 'type/archive']],
    ['all.tar.gz', 'x', ['blocked', 'archive .gz', octets, 'type/archive']],
    ['memory.UAIX', Buffer.from('504b0304', 'hex'), ['package', null, 'application/zip', '']],
  ])('%s', async (name, bytes, expected) => {
    expect(await kind(name, bytes)).toEqual(expected);
  });

  it('is scanned when it is a text', async () => {
    const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
    const [content, , , rules] = await kind('note.md', `Read this.\n${key}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n`);
    expect(content).toBe('text');
    expect(rules).toContain('security/private-key');
  });

  it('is judged as a message when it says so', async () => {
    const expired = messageFile((m) => {
      m.delivery.expires_at = '2030-05-01T00:00:00Z';
      m.body.fileOutcomes.pop();
    });
    const [content, , , rules] = await kind('m.json', expired);
    expect(content).toBe('message');
    expect(rules).toBe('spec04/outcome spec04/expired spec04/schema-patched');
  });
});

describe('taking a file in', () => {
  /** A desk whose file layer does something when `content/mill.md` is opened. */
  function disturbed(disturb: () => void) {
    const folders = testFolders();
    const source = join(folders.content, 'mill.md');
    writeFileSync(source, '# Mill\n');
    const files: Files = {
      ...systemFiles,
      async open(path, flags, mode) {
        const file = await systemFiles.open(path, flags, mode);
        if (path !== source) return file;
        disturb();
        let isFirst = true;
        return {
          ...file,
          async read(buffer) {
            if (isFirst) appendFileSync(source, 'More.\n');
            isFirst = false;
            return await file.read(buffer);
          },
        };
      },
    };
    return testDesk(folders, { files });
  }

  const take = async (desk: ReturnType<typeof testDesk>) => {
    await desk.act(namePlaces(desk));
    await desk.act({ act: 'scan', phase: 'startup' });
    try {
      await desk.act({ act: 'take', path: 'content/mill.md' });
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    }
  };

  it('refuses one that changes while it is read, and keeps nothing of it', async () => {
    const desk = disturbed(() => {});
    expect(await take(desk)).toMatchObject({ code: 'source-unreadable', values: { system: 'CHANGED' } });
    expect(systemFiles.list(join(desk.root, 'data/handoff'))).toEqual([]);
    expect(desk.state().files).toEqual([]);
    desk.close();
  });

  it('refuses one that somebody holds', async () => {
    const desk = disturbed(() => {
      throw Object.assign(new Error('held'), { code: 'EBUSY' });
    });
    expect(await take(desk)).toMatchObject({ code: 'source-unreadable', values: { system: 'EBUSY' } });
    desk.close();
  });

  it('takes changed bytes anew, and forgets what was decided about the old ones', async () => {
    const folders = testFolders();
    const source = join(folders.content, 'mill.md');
    writeFileSync(source, 'one\n');
    const desk = testDesk(folders);
    expect(await take(desk)).toBeNull();
    const [file] = desk.state().files;
    await desk.act({ act: 'view', fileId: file?.fileId ?? '', sha256: file?.sha256 ?? '' });
    const version = desk.state().files[0]?.version ?? 0;
    await desk.act({ act: 'decide', fileId: file?.fileId ?? '', version, decision: DECISION });
    writeFileSync(source, 'two, longer\n');
    await desk.act({ act: 'scan', phase: 'loop' });
    await desk.act({ act: 'take', path: 'content/mill.md' });
    expect(desk.state().files).toMatchObject([
      { path: 'content/mill.md', sizeBytes: 12, decision: null, viewedUtc: null },
    ]);
    desk.close();
  });

  it('does not go through a folder that is a link', async () => {
    const folders = testFolders();
    mkdirSync(join(folders.root, 'outside'));
    writeFileSync(join(folders.root, 'outside/secret.md'), 'x');
    symlinkSync(join(folders.root, 'outside'), join(folders.content, 'sub'));
    const desk = testDesk(folders);
    await desk.act(namePlaces(folders));
    const { scan } = await desk.act({ act: 'scan', phase: 'startup' });
    expect(scan?.entries.map(({ path, status }) => [path, status])).toEqual([['content/sub', 'special']]);
    desk.close();
  });

  it('does not claim a package that no import took in', async () => {
    const folders = testFolders();
    writeFileSync(join(folders.content, 'p.uaix'), 'x');
    const desk = testDesk(folders);
    await desk.act(namePlaces(folders));
    await desk.act({ act: 'scan', phase: 'startup' });
    const { files } = await desk.act({ act: 'take', path: 'content/p.uaix' });
    expect(files).toMatchObject([{ content: 'package', archiveSha256: null, importProblem: { code: 'unexpected' } }]);
    desk.close();
  });
});

describe('a desk that stays open', () => {
  it('scans at the start and when something has settled, never a file that is half there', async () => {
    const folders = testFolders();
    writeFileSync(join(folders.content, 'first.md'), 'one\n');
    const desk = testDesk(folders);
    await desk.act(namePlaces(folders));
    let scans = 0;
    const watching = watchDesk(desk.context, {
      onScan: () => {
        scans += 1;
      },
      onProblem: (thrown) => {
        throw thrown;
      },
      stableFor: 200,
      gather: 20,
    });
    await expect.poll(() => scans, { timeout: 20_000 }).toBe(1);
    expect(desk.state().scan).toMatchObject({ phase: 'startup', pending: 1 });
    writeFileSync(join(folders.improvement, 'second.md'), 'two\n');
    await expect.poll(() => desk.state().scan?.pending, { timeout: 20_000 }).toBe(2);
    expect(desk.state().scan?.phase).toBe('loop');
    expect(desk.state().scan?.entries.map(({ status }) => status)).toEqual(['pending', 'pending']);
    await watching.close();
    writeFileSync(join(folders.improvement, 'third.md'), 'three\n');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(desk.state().scan?.pending).toBe(2);
    desk.close();
  });
});
