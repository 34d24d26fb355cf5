/** The table of commands. Each command's code is loaded only when it runs, so that `--help` is quick. */
import { Command, CommanderError, Option } from 'commander';
import type { Text } from '../../shared/text.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exit.ts';

/** Global options; they may stand anywhere on the line. */
export interface GlobalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly lang?: string;
}

type Run = (
  context: CommandContext,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
) => Promise<ExitCode>;

interface CommandRow {
  /** Name and arguments as commander writes them. */
  readonly usage: string;
  readonly options?: readonly (readonly [flags: string, textKey: string])[];
  load(): Promise<{ readonly run: Run }>;
}

const note = ['--note <text>', 'option.note'] as const;

const COMMANDS: readonly CommandRow[] = [
  { usage: 'lint <files...>', load: () => import('./commands/lint.ts') },
  {
    usage: 'pack <folder>',
    options: [
      ['-o, --output <file>', 'option.output'],
      ['--base <folder>', 'option.base'],
      ['--allow-no-op', 'option.allowNoOp'],
    ],
    load: () => import('./commands/pack.ts'),
  },
  {
    usage: 'init <folder>',
    options: [
      ['--scope <scopes...>', 'option.scope'],
      ['--name <name>', 'option.name'],
    ],
    load: () => import('./commands/init.ts'),
  },
  { usage: 'rules [id]', load: () => import('./commands/rules.ts') },
  { usage: 'import <files...>', load: () => import('./commands/import.ts') },
  {
    usage: 'queue',
    options: [
      ['--state <states...>', 'option.state'],
      ['--search <text>', 'option.search'],
    ],
    load: () => import('./commands/queue.ts'),
  },
  { usage: 'show <package>', load: () => import('./commands/show.ts') },
  { usage: 'cat <package> <path>', options: [['--raw', 'option.raw']], load: () => import('./commands/cat.ts') },
  {
    usage: 'diff <package> <path>',
    options: [['--against <package>', 'option.against']],
    load: () => import('./commands/diff.ts'),
  },
  {
    usage: 'review <package> [paths...]',
    options: [
      ['--approve', 'option.approve'],
      ['--reject', 'option.reject'],
      ['--clean', 'option.clean'],
      ['--unchanged', 'option.unchanged'],
      ['--undo', 'option.undo'],
      note,
    ],
    load: () => import('./commands/review.ts'),
  },
  {
    usage: 'acknowledge <package> [findings...]',
    options: [['--all', 'option.allFindings'], note],
    load: () => import('./commands/acknowledge.ts'),
  },
  { usage: 'check <package>', load: () => import('./commands/check.ts') },
  {
    usage: 'load <package>',
    options: [
      ['--authorize <words...>', 'option.authorize'],
      ['--source <choice>', 'option.source'],
      ['--dry-run', 'option.dryRun'],
    ],
    load: () => import('./commands/load.ts'),
  },
  { usage: 'reject <package>', options: [note], load: () => import('./commands/reject.ts') },
  { usage: 'reopen <package>', load: () => import('./commands/reopen.ts') },
  { usage: 'purge <package>', load: () => import('./commands/purge.ts') },
  { usage: 'retry <package>', load: () => import('./commands/retry.ts') },
  { usage: 'profiles', options: [['--removed', 'option.removed']], load: () => import('./commands/profiles.ts') },
  { usage: 'switch <profile>', load: () => import('./commands/switch.ts') },
  {
    usage: 'rollback <profile>',
    options: [['--to <generation>', 'option.to']],
    load: () => import('./commands/rollback.ts'),
  },
  { usage: 'remove <profile>', load: () => import('./commands/remove.ts') },
  { usage: 'restore-profile <profile>', load: () => import('./commands/restore-profile.ts') },
  {
    usage: 'context <profile>',
    options: [['--generation <number>', 'option.generation']],
    load: () => import('./commands/context.ts'),
  },
  {
    usage: 'export <profile>',
    options: [
      ['--generation <number>', 'option.generation'],
      ['-o, --output <file>', 'option.output'],
    ],
    load: () => import('./commands/export.ts'),
  },
  {
    usage: 'derive <profile>',
    options: [
      ['--from <folder>', 'option.from'],
      ['--package-id <id>', 'option.packageId'],
      ['--profile-id <id>', 'option.profileId'],
      ['--title <title>', 'option.title'],
      ['--issuer <issuer>', 'option.issuer'],
      ['-o, --output <file>', 'option.output'],
      note,
    ],
    load: () => import('./commands/derive.ts'),
  },
  {
    usage: 'generations <profile>',
    options: [
      ['--pin <number>', 'option.pin'],
      ['--unpin <number>', 'option.unpin'],
      ['--keep <number>', 'option.keep'],
      ['--prune <numbers...>', 'option.prune'],
    ],
    load: () => import('./commands/generations.ts'),
  },
  {
    usage: 'mirror <profile> [folder]',
    options: [['--off', 'option.off']],
    load: () => import('./commands/mirror.ts'),
  },
  {
    usage: 'wiki <profile> [folder]',
    options: [
      ['--off', 'option.off'],
      ['--share', 'option.share'],
    ],
    load: () => import('./commands/wiki.ts'),
  },
  {
    usage: 'variance <profile>',
    options: [
      ['--generation <number>', 'option.generation'],
      ['-o, --output <file>', 'option.output'],
    ],
    load: () => import('./commands/variance.ts'),
  },
  {
    usage: 'report <package>',
    options: [
      ['--format <format>', 'option.format'],
      ['-o, --output <file>', 'option.output'],
    ],
    load: () => import('./commands/report.ts'),
  },
  { usage: 'receipt <package>', load: () => import('./commands/receipt.ts') },
  {
    usage: 'handoff <action> [items...]',
    options: [
      ['--evidence <folder>', 'option.evidence'],
      ['--phase <phase>', 'option.phase'],
      ['--all', 'option.allPending'],
      ['--kind <kind>', 'option.kind'],
      ['--disposition <disposition>', 'option.disposition'],
      ['--outcome <outcome>', 'option.outcome'],
      ['--reason <text>', 'option.reason'],
      ['--recommendation <lines...>', 'option.recommendation'],
      ['--check <lines...>', 'option.check'],
      ['--memory <paths...>', 'option.memory'],
      ['--package', 'option.packageMessage'],
      ['-o, --output <file>', 'option.output'],
    ],
    load: () => import('./commands/handoff.ts'),
  },
  {
    usage: 'policy [action] [file]',
    options: [['--confirm', 'option.confirm']],
    load: () => import('./commands/policy.ts'),
  },
  { usage: 'audit [action]', load: () => import('./commands/audit.ts') },
  { usage: 'backup <file>', load: () => import('./commands/backup.ts') },
  {
    usage: 'restore <file>',
    options: [['--confirm', 'option.confirmRestore']],
    load: () => import('./commands/restore.ts'),
  },
  { usage: 'doctor', options: [['--repair', 'option.repair']], load: () => import('./commands/doctor.ts') },
];

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
    .version(version, '--version', t('option.version'))
    .helpOption('-h, --help', t('option.help'))
    .addOption(new Option('--data <folder>', t('option.data')))
    .addOption(new Option('--json', t('option.json')))
    .addOption(new Option('--lang <language>', t('option.lang')).choices(['en', 'zh-CN']))
    .configureHelp({ showGlobalOptions: true })
    .helpCommand('help [command]', t('option.help'))
    .addHelpText('after', `\n${t('helpEnd')}`)
    .showHelpAfterError(t('seeHelp'))
    .exitOverride();

  for (const row of COMMANDS) {
    const name = row.usage.split(' ')[0] ?? '';
    const command = program
      .command(row.usage)
      .description(t(`command.${name}`))
      .helpOption('-h, --help', t('option.help'))
      .exitOverride();
    for (const [flags, key] of row.options ?? []) command.option(flags, t(key));
    command.action(async (...received: readonly unknown[]) => {
      const args = received.slice(0, -2);
      const context = makeContext(command.optsWithGlobals<GlobalOptions>());
      const { run } = await row.load();
      report(await run(context, args, command.opts()));
    });
  }
  return program;
}

export { CommanderError };
