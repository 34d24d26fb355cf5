/**
 * The long run, by command: node electron/durability/long-run.ts [--kills N] [--per-phase N] [--seed N].
 * Prints how many kills fell into each phase and what came of the acts in which they fell; then the same for backup, restore and
 * migration. Exits 1 when anything was lost.
 */
import { parseArgs } from 'node:util';
import { runKills } from './kill.ts';
import { PHASES } from './phases.ts';
import { removeLayouts } from './sample.ts';
import { runUpkeepKills } from './upkeep-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    'per-phase': { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});

const started = performance.now();
const figures = await runKills({
  random: Number(values.kills),
  perPhase: Number(values['per-phase']),
  seed: Number(values.seed),
  tell: (line) => console.error(line),
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`| phase | at random moments | all kills |\n|---|---:|---:|`);
for (const phase of PHASES) console.log(`| ${phase} | ${figures.random[phase] ?? 0} | ${figures.phases[phase]} |`);
console.log(`\n| act that was killed | what came of it | number |\n|---|---|---:|`);
for (const [outcome, number] of Object.entries(figures.outcomes).sort()) {
  const [act, came] = outcome.split(': ');
  console.log(`| ${act} | ${came} | ${number} |`);
}
console.log(
  `\n${figures.kills} kills, ${figures.acts} acts committed and told, ${figures.events} events, ${seconds} s, seed ${values.seed}`,
);
const upkeep = await runUpkeepKills({
  random: Math.ceil(Number(values.kills) / 10),
  perPhase: Number(values['per-phase']),
  seed: Number(values.seed),
});
console.log(`\n| work and phase | kills |\n|---|---:|`);
for (const [where, number] of Object.entries(upkeep.kills)) console.log(`| ${where} | ${number} |`);
const faults = [...figures.faults, ...upkeep.faults];
for (const fault of faults) console.log(`LOST: ${fault}`);
console.log(faults.length === 0 ? 'Nothing was lost.' : `${faults.length} faults.`);
removeLayouts();
process.exitCode = faults.length === 0 ? 0 : 1;
