/** The command line from the sources: `npm run -s uaix -- COMMAND …`. Relative files are meant from where npm was called. */
import { join } from 'node:path';
import { onProjectNode, PROJECT_NODE, passOn, ROOT } from './bootstrap/project.mjs';
import { runTool } from './bootstrap/say.mjs';
import { build } from './build.mjs';

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  await build();
  const cli = join(ROOT, 'dist', 'electron', 'cli.js');
  return passOn(PROJECT_NODE, [cli, ...process.argv.slice(2)], { UAIX_CWD: process.env.INIT_CWD ?? process.cwd() });
});
