/** Inspects one package in this process, without any start: the first time, and again once the code is warm. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inspectArchive } from '../../../electron/inspect/inspect.ts';
import { currentFormatPack } from '../../../electron/inspector/format-packs.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { answer, question, timed } from './answer.ts';

const { path } = question<{ readonly path: string }>();
const pack = currentFormatPack(join(import.meta.dirname, '../../../resources'));

const inspect = () => inspectArchive(readFileSync(path), { fileName: basename(path), limits: DEFAULT_LIMITS, pack });
const first = await timed(inspect);
const warm = await timed(inspect);
const { verdict, findings } = warm.value;
answer({
  first: { wallMs: first.wallMs, cpuMs: first.cpuMs },
  warm: { wallMs: warm.wallMs, cpuMs: warm.cpuMs },
  verdict,
  findings: findings.map(({ rule, path: where }) => `${rule} ${where ?? ''}`),
});
