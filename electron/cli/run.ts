/** The command line: parses the line, runs one command, ends with its exit code. */
import { createText } from '../../shared/text.ts';
import { dataFolder } from '../data-folder.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import { spawnChildInspector } from '../inspector/spawn-child.ts';
import type { SpawnInspector } from '../inspector/transport.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { appVersion, resourcesFolder } from '../resources.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodeOf } from './exit.ts';
import { Interruption } from './interruption.ts';
import { languageOf } from './language.ts';
import { Output, type Streams } from './output.ts';
import { CommanderError, createProgram, type GlobalOptions } from './program.ts';

/** Everything a run of the command line touches from outside; tests hand in their own. */
export interface Surface {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** How the inspector process is started; a child process of Node by default. */
  readonly spawnInspector?: SpawnInspector;
}

/**
 * Runs one command line.
 * @param args the words after the program's name
 * @returns the exit code of product.md: 0 yes, 1 no, 2 wrong usage, 3 the environment failed
 */
export async function runCommandLine(args: readonly string[], surface: Surface): Promise<ExitCode> {
  const { streams, cwd, spawnInspector = spawnChildInspector } = surface;
  const language = languageOf(args, surface.env);
  const text = createText(language);
  let exitCode: ExitCode = 0;
  let opened: OpenDesk | null = null;
  const interruption = new Interruption();

  const makeContext = (options: GlobalOptions): CommandContext => {
    const folder = dataFolder(options.data, cwd);
    const output = new Output(streams, text, options.json === true);
    return {
      output,
      cwd,
      dataFolder: folder,
      resourcesFolder: resourcesFolder(),
      version: appVersion(),
      spawnInspector,
      interruption,
      async openDesk(use) {
        const { openDesk } = await import('../desk/open-desk.ts');
        opened ??= await openDesk({
          dataFolder: folder,
          resourcesFolder: resourcesFolder(),
          door: 'command line',
          appVersion: appVersion(),
          systemLanguage: language,
          spawnInspector,
          ...use,
        });
        return opened;
      },
    };
  };

  const program = createProgram(text, appVersion(), makeContext, (code) => {
    exitCode = code;
  });
  for (const command of [program, ...program.commands]) {
    command.configureOutput({
      writeOut: (line) => streams.out.write(line),
      writeErr: (line) => streams.err.write(line),
      outputError: (line, write) => write(line.replace(/^error: /, `${text.t('cli:usage')} `)),
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    exitCode = failed(thrown, new Output(streams, text, args.includes('--json')));
  } finally {
    await (opened as OpenDesk | null)?.close();
    interruption.end();
  }
  return exitCode;
}

function failed(thrown: unknown, output: Output): ExitCode {
  // Help and version end by an exception too; commander has already printed what there is to say.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  const problem = thrown instanceof ProblemError ? thrown.problem : problemOf(thrown);
  output.problem(problem);
  if (problem.code === 'unexpected' && process.env.UAIX_DEBUG) output.remark(String((thrown as Error)?.stack));
  return exitCodeOf(problem);
}
