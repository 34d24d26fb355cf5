/** Entry of the command line as a process. */
import { enableCompileCache } from 'node:module';

// Before everything else, so that the code of the commands is compiled once per machine and not once per run.
enableCompileCache();
const { runCommandLine } = await import('./run.ts');

// A reader that goes away (`uaix queue | head`) ends the output, not the program's answer.
process.stdout.on('error', (thrown: NodeJS.ErrnoException) => {
  if (thrown.code === 'EPIPE') process.exit(0);
  throw thrown;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  streams: { out: process.stdout, err: process.stderr },
  env: process.env,
  cwd: process.env.UAIX_CWD ?? process.cwd(),
});
