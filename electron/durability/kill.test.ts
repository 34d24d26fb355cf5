import { afterAll, expect, test } from 'vitest';
import { runKills } from './kill.ts';
import { PHASES } from './phases.ts';
import { removeLayouts } from './sample.ts';

afterAll(removeLayouts);

/** Many where nobody waits for it; `UAIX_KILLS=2000 npx vitest run electron/durability/kill` for a long run. */
const RANDOM_KILLS = Number(process.env.UAIX_KILLS ?? (process.env.CI ? 300 : 10));

test('killed at any moment: before or after, nothing in between, nothing lost', {
  timeout: 60_000 + RANDOM_KILLS * 2_000,
}, async () => {
  const figures = await runKills({ random: RANDOM_KILLS, perPhase: 1, seed: Number(process.env.UAIX_SEED ?? 7) });
  console.info(
    `kills: ${figures.kills}, per phase ${JSON.stringify(figures.phases)}, acts ${figures.acts}, ${JSON.stringify(figures.outcomes)}, events ${figures.events}`,
  );
  expect(figures.faults).toEqual([]);
  expect(figures.kills).toBe(RANDOM_KILLS + PHASES.length);
});
