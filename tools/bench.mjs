/**
 * Measures the program beside other programs at the same work: `npm run bench`, `npm run bench -- --help`. Prints tables, judges targets,
 * and ends with 0 whatever they say, since every machine has its own speed.
 */
import { onProjectNode } from './bootstrap/project.mjs';
import { giveUp, runTool, say } from './bootstrap/say.mjs';
import { build } from './build.mjs';

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const { HELP, readOptions } = await import('./bench/options.ts');
  let options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (thrown) {
    giveUp(`${thrown.message}\n\n${HELP}`, 2);
  }
  const print = (text) => process.stdout.write(text);
  if (options.help) {
    print(HELP);
    return 0;
  }
  await build();
  const { bench } = await import('./bench/bench.ts');
  await bench(options, print, say);
  return 0;
});
