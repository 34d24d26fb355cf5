/** From the drop on an open window to the verdict: the first package that a fresh desk is given. */
import { answer, question, timed } from './answer.ts';
import { takeIn, warmDesk } from './desk.ts';

const { dataFolder, path } = question<Readonly<Record<'dataFolder' | 'path', string>>>();
const opened = await warmDesk(dataFolder);
try {
  const { wallMs } = await timed(() => takeIn(opened, [path]));
  answer({ wallMs, cpuMs: null });
} finally {
  await opened.close();
}
