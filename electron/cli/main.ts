/** Entry of the command line as a process. */
import { quickAnswer } from './quick.ts';

// A reader that goes away (`uaix queue | head`) ends the output, not the program's answer.
process.stdout.on('error', (thrown: NodeJS.ErrnoException) => {
  if (thrown.code === 'EPIPE') process.exit(0);
  throw thrown;
});

const args = process.argv.slice(2);
const answer = quickAnswer(args, process.env, process.stdout.columns);
if (answer !== null) process.stdout.write(answer);
else {
  const { runWhole } = await import('./whole.ts');
  process.exitCode = await runWhole(args);
}
