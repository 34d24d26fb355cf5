/** Fills the event log up to a length, then appends to it and proves it: what the next event costs, and what one event costs in a proof of all. */
import { appendEvent, verifyChain } from '../../../electron/database/events.ts';
import { type DeskDatabase, openDatabase } from '../../../electron/database/open.ts';
import { DataLayout } from '../../../electron/quarantine/layout.ts';
import { median } from '../contest.ts';
import { answer, question, timed } from './answer.ts';

/** Events of one transaction while the log is filled. */
const AT_ONCE = 1_000;
const TIMES = 41;

const { dataFolder, events } = question<{ readonly dataFolder: string; readonly events: number }>();

function append(db: DeskDatabase): void {
  const utc = db.clock.now();
  appendEvent(db, {
    kind: 'package.received',
    actor: 'measurement',
    subject: 'a'.repeat(64),
    utc,
    data: { files: 40 },
  });
}

const db = openDatabase(new DataLayout(dataFolder));
try {
  // Nobody relies on these rows after a power cut, and a disk's sync is no part of what grows.
  db.sql.pragma('synchronous = OFF');
  const there = db.prepared<[], { n: number }>('SELECT COUNT(*) AS n FROM events').get()?.n ?? 0;
  for (let done = there; done < events; done += AT_ONCE) {
    db.transaction(() => {
      for (let each = done; each < Math.min(events, done + AT_ONCE); each += 1) append(db);
    });
  }
  const proven = await timed(() => verifyChain(db));
  if (!proven.value.holds || proven.value.events < events) throw new Error('the chain does not hold');
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const { wallMs, cpuMs } = await timed(() => db.transaction(() => append(db)));
    wall.push(wallMs);
    cpu.push(cpuMs);
  }
  answer({
    append: { wallMs: median(wall), cpuMs: median(cpu) },
    verify: { wallMs: proven.wallMs, cpuMs: proven.cpuMs },
  });
} finally {
  db.close();
}
