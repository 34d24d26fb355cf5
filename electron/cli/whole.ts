/** The whole command line, for every line that `quick.ts` has no answer to. In the built program this is where its second file begins. */
import { keepCompiledCode } from './compiled-code.ts';
import type { ExitCode } from './exit.ts';

/** Runs the words of this process. @returns the exit code */
export async function runWhole(args: readonly string[]): Promise<ExitCode> {
  keepCompiledCode();
  const { runCommandLine } = await import('./run.ts');
  return runCommandLine(args, {
    streams: { out: process.stdout, err: process.stderr },
    env: process.env,
    cwd: process.env.UAIX_CWD ?? process.cwd(),
  });
}
