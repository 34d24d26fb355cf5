/** The table of commands as a program of commander: it parses the line and explains single commands. */
import { Command, CommanderError, Help, Option } from 'commander';
import { LANGUAGES } from '../../shared/languages.ts';
import type { Text } from '../../shared/text.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exit.ts';
import { LOADERS } from './loaders.ts';
import { overview } from './overview.ts';
import { COMMANDS, type CommandRow, commandName, GLOBAL_OPTIONS, HELP_COMMAND } from './table.ts';

/** Global options; they may stand anywhere on the line. */
export interface GlobalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly lang?: string;
}

/** Commander's own headings, and the keys of ours. */
const HEADINGS: Readonly<Record<string, string>> = {
  'Usage:': 'heading.usage',
  'Options:': 'heading.options',
  'Commands:': 'heading.commands',
  'Arguments:': 'heading.arguments',
  'Global Options:': 'heading.globalOptions',
};

/**
 * Builds the program.
 * @param makeContext called once, when a command is about to run
 * @param report receives the command's exit code
 */
export function createProgram(
  text: Text,
  version: string,
  makeContext: (options: GlobalOptions) => CommandContext,
  report: (exitCode: ExitCode) => void,
): Command {
  const t = (key: string): string => text.t(`cli:${key}`);
  const program = new Command('uaix')
    .description(t('about'))
    .version(version, GLOBAL_OPTIONS.version[0], t(GLOBAL_OPTIONS.version[1]))
    .helpOption(GLOBAL_OPTIONS.help[0], t(GLOBAL_OPTIONS.help[1]))
    .addOption(new Option(GLOBAL_OPTIONS.data[0], t(GLOBAL_OPTIONS.data[1])))
    .addOption(new Option(GLOBAL_OPTIONS.json[0], t(GLOBAL_OPTIONS.json[1])))
    .addOption(new Option(GLOBAL_OPTIONS.lang[0], t(GLOBAL_OPTIONS.lang[1])).choices([...LANGUAGES]))
    .configureHelp({
      showGlobalOptions: true,
      // The text names the languages, in the reader's own.
      optionDescription: ({ description }) => description,
      styleTitle: (title) => (HEADINGS[title] === undefined ? title : t(HEADINGS[title])),
      // One overview, whether commander is asked for it or `quick.ts` gives it without commander.
      formatHelp: (command, helper) =>
        command.parent ? Help.prototype.formatHelp.call(helper, command, helper) : overview(t, helper.helpWidth),
    })
    .helpCommand(HELP_COMMAND[0], t(HELP_COMMAND[1]))
    .showHelpAfterError(t('seeHelp'))
    .exitOverride();

  for (const row of COMMANDS) {
    const options: NonNullable<CommandRow['options']> = 'options' in row ? row.options : [];
    const command = program
      .command(row.usage)
      .description(t(`command.${commandName(row)}`))
      .helpOption('-h, --help', t('option.help'))
      .exitOverride();
    for (const [flags, key] of options) command.option(flags, t(key));
    command.action(async (...received: readonly unknown[]) => {
      const args = received.slice(0, -2);
      const context = makeContext(command.optsWithGlobals<GlobalOptions>());
      const { run } = await LOADERS[commandName(row)]();
      report(await run(context, args, command.opts()));
    });
  }
  return program;
}

export { CommanderError };
