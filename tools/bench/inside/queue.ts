/** Opens a first page of ten packages: the median of many times, on a database that is open. What grows is the queue, not the page. */
import { openDatabase } from '../../../electron/database/open.ts';
import { DataLayout } from '../../../electron/quarantine/layout.ts';
import { listQueuePage } from '../../../electron/quarantine/queue.ts';
import { median } from '../contest.ts';
import { answer, question, timed } from './answer.ts';

const TIMES = 41;

const { dataFolder } = question<{ readonly dataFolder: string }>();
const db = openDatabase(new DataLayout(dataFolder));
try {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const page = await timed(() =>
      listQueuePage(db, { states: [], search: '', sort: 'received', offset: 0, limit: 10 }),
    );
    if (page.value.rows.length === 0) throw new Error('the queue is empty');
    wall.push(page.wallMs);
    cpu.push(page.cpuMs);
  }
  answer({ wallMs: median(wall), cpuMs: median(cpu) });
} finally {
  db.close();
}
