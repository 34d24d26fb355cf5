import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, systemFiles } from '../files.ts';
import { messageFile } from '../inspect/spec04/testing.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { watchDesk } from './desk-watch.ts';
import { examine } from './examine.ts';
import { lookInto } from './isolated.ts';
import { readMessage } from './messages.ts';
import { freePath, isPlaceholder, isUnfinishedName, messagePath } from './names.ts';
import { oneFileArchive } from './one-file-archive.ts';
import { DECISION, inspectHere, namePlaces, testDesk, testFolders, workToTheEnd } from './testing.ts';

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
    const folders = testFolders();
    const { db, close } = testDesk(folders);
    mkdirSync(join(folders.root, 'data/handoff'));
    const path = `content/${name}`;
    const options = {
      path,
      name,
      nowUtc: '2030-06-01T00:00:00Z',
      lookInto: (all: Buffer) => lookInto(db, inspectHere, all, { path, name }),
    };
    const { content, blockedBy, mediaType, findings } = await examine(Buffer.from(bytes), true, options);
    close();
    expect(findings.every((found) => found.path === path)).toBe(true);
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
    expect(rules).toBe('spec04/outcome spec04/schema-patched spec04/expired');
  });
});

describe('the archive of one file', () => {
  it('is a ZIP to other programs', () => {
    const file = join(testFolders().root, 'one.zip');
    writeFileSync(file, oneFileArchive('docs/file.md', Buffer.from('# Mill\n')));
    const program =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), z.read("docs/file.md"))';
    const ran = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' });
    expect(ran.stdout.trim()).toBe("None ['docs/file.md'] b'# Mill\\n'");
  });

  it('of a file that breaks its reader ends in a finding, and in no copy left behind', async () => {
    const folders = testFolders();
    const { db, close } = testDesk(folders);
    mkdirSync(join(folders.root, 'data/handoff'));
    const broken = () => Promise.reject(new ProblemError('inspector-timeout', {}));
    const looked = await lookInto(db, broken, Buffer.from('x'), { path: 'content/a.md', name: 'a.md' });
    expect(looked).toMatchObject({
      kind: 'binary',
      findings: [{ rule: 'security/scan-limit', path: 'content/a.md', detail: { variant: 'inspector-timeout' } }],
    });
    expect(systemFiles.list(join(folders.root, 'data/handoff'))).toEqual([]);
    close();
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

describe('a finished run', () => {
  it('keeps what its message says; a file brought back from its evidence waits for the next run', async () => {
    const folders = testFolders();
    writeFileSync(join(folders.content, 'mill.md'), '# Mill\n');
    const desk = testDesk(folders);
    await workToTheEnd(desk);
    const [message] = desk.state().messages;
    const outcome = JSON.parse(readMessage(desk.db, message?.sha256 ?? '').text).body.fileOutcomes[0];
    const fileId = outcome.longTermPointer.stable_id.split('/')[1];
    await desk.act({ act: 'undo', fileId, version: 0 });
    expect(readFileSync(join(folders.content, 'mill.md'), 'utf8')).toBe('# Mill\n');
    const { scan, run, messages } = await desk.act({ act: 'scan', phase: 'startup' });
    expect(scan?.entries).toMatchObject([{ path: 'content/mill.md', status: 'pending', fileId: null }]);
    expect(run?.handoffId).not.toBe(outcome.longTermPointer.stable_id.split('/')[0]);
    expect(messages).toEqual([message]);
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
