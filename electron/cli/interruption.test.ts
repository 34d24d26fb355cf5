import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zip } from '../../e2e/fixtures/zip-writer.ts';
import { Interruption } from './interruption.ts';

class Program extends EventEmitter {
  readonly pid = 7;
  readonly killed: string[] = [];
  kill(pid: number, signal: string): void {
    this.killed.push(`${pid} ${signal}`);
  }
}

describe('a request to end', () => {
  const heard = (program: Program): string[] => program.eventNames() as string[];

  it('ends the program as before when nobody holds anything', () => {
    const program = new Program();
    const interruption = new Interruption(program);
    expect(heard(program)).toEqual([]);
    interruption.end();
    expect(program.killed).toEqual([]);
  });

  it('aborts what is held, and ends the program by its own signal when that is put away', () => {
    const program = new Program();
    const interruption = new Interruption(program);
    const signal = interruption.hold();
    expect(interruption.hold()).toBe(signal);
    expect(program.listenerCount('SIGTERM')).toBe(1);
    program.emit('SIGTERM', 'SIGTERM');
    expect(signal.aborted).toBe(true);
    // The second one finds nobody, and does what it does to every program.
    expect(heard(program)).toEqual([]);
    interruption.end();
    expect(program.killed).toEqual(['7 SIGTERM']);
  });

  it('is awaited no more when the command has ended', () => {
    const program = new Program();
    const interruption = new Interruption(program);
    interruption.hold();
    interruption.end();
    expect(heard(program)).toEqual([]);
    expect(program.killed).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('the whole program', () => {
  let folder: string;
  let temporary: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'uaix-interruption-'));
    temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const texts = Array.from({ length: 4_000 }, (_, i) => ({ name: `f${i}.md`, data: 'Nothing to see.\n'.repeat(99) }));
    writeFileSync(join(folder, 'many.uaix'), zip({ entries: texts }));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
    });

  /** How the program ended, and what it said last. */
  const end = async (program: ChildProcess): Promise<string> => {
    const said = text(program.stderr as Readable);
    const [code, signal] = await once(program, 'exit');
    return `${code ?? signal}: ${await said}`;
  };

  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no copy of a package behind after %s', async (signal) => {
    const program = start('lint', 'many.uaix');
    await until(() => readdirSync(temporary).some((name) => existsSync(join(temporary, name, 'package'))));
    program.kill(signal);
    expect(await end(program)).toMatch(new RegExp(`^${signal}: many\\.uaix: Cancelled\\.`));
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('cancels an import, of which nothing stays', async () => {
    const data = join(folder, 'data');
    const within = (name: string): string[] => (existsSync(join(data, name)) ? readdirSync(join(data, name)) : []);
    const program = start('import', 'many.uaix', '--data', data);
    await until(() => within('staging').length > 0);
    program.kill('SIGINT');
    expect(await end(program)).toMatch(/^SIGINT: many\.uaix: Cancelled\./);
    expect([within('staging'), within('quarantine')]).toEqual([[], []]);
  });
});
