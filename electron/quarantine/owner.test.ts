import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { livenessOf, thisProcess } from './owner.ts';

const onLinux = test.runIf(process.platform === 'linux');

onLinux('this process is live, and named by its boot, pid namespace and start', () => {
  const me = thisProcess();
  expect(livenessOf(me)).toBe('live');
  const ticks = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[19];
  expect(me.started.endsWith(`:${ticks}`)).toBe(true);
});

onLinux('the same number with another start is another process', () => {
  const me = thisProcess();
  const [kind, boot, namespace, ticks] = me.started.split(':');
  const named = (...parts: (string | undefined)[]) => livenessOf({ pid: me.pid, started: parts.join(':') });
  expect(named(kind, boot, namespace, String(Number(ticks) - 1))).toBe('dead');
  expect(named(kind, 'another-boot', namespace, ticks)).toBe('dead');
  // Counted elsewhere: a container. Only its heartbeat tells.
  expect(named(kind, boot, '1', ticks)).toBe('unknown');
});

onLinux('a killed process is dead, even before its parent has asked', async () => {
  const child = spawn('sleep', ['30'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  const started = thisProcess().started.replace(/\d+$/, stat ?? '');
  expect(livenessOf({ pid, started })).toBe('live');
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(livenessOf({ pid, started })).toBe('dead');
});

test('a start that is noted in seconds is dead when the number is free', () => {
  expect(livenessOf({ pid: 4_194_303, started: 'at:1' })).toBe('dead');
});
