/** The table of commands: how each is called, and the keys of its texts. Data only; what each does is found by `loaders.ts`. */

export interface CommandRow {
  /** Name and arguments as commander writes them. */
  readonly usage: string;
  readonly options?: readonly (readonly [flags: string, textKey: string])[];
}

const note = ['--note <text>', 'option.note'] as const;

export const COMMANDS = [
  { usage: 'lint <files...>' },
  {
    usage: 'pack <folder>',
    options: [
      ['-o, --output <file>', 'option.output'],
      ['--base <folder>', 'option.base'],
      ['--allow-no-op', 'option.allowNoOp'],
    ],
  },
  {
    usage: 'init <folder>',
    options: [
      ['--scope <scopes...>', 'option.scope'],
      ['--name <name>', 'option.name'],
    ],
  },
  { usage: 'rules [id]' },
  { usage: 'import <files...>' },
  {
    usage: 'queue',
    options: [
      ['--state <states...>', 'option.state'],
      ['--search <text>', 'option.search'],
    ],
  },
  { usage: 'show <package>' },
  { usage: 'cat <package> <path>', options: [['--raw', 'option.raw']] },
  {
    usage: 'diff <package> <path>',
    options: [['--against <package>', 'option.against']],
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
  },
  {
    usage: 'acknowledge <package> [findings...]',
    options: [['--all', 'option.allFindings'], note],
  },
  { usage: 'check <package>' },
  {
    usage: 'load <package>',
    options: [
      ['--authorize <words...>', 'option.authorize'],
      ['--source <choice>', 'option.source'],
      ['--dry-run', 'option.dryRun'],
    ],
  },
  { usage: 'reject <package>', options: [note] },
  { usage: 'reopen <package>' },
  { usage: 'purge <package>' },
  { usage: 'retry <package>' },
  { usage: 'profiles', options: [['--removed', 'option.removed']] },
  { usage: 'switch <profile>' },
  {
    usage: 'rollback <profile>',
    options: [['--to <generation>', 'option.to']],
  },
  { usage: 'remove <profile>' },
  { usage: 'restore-profile <profile>' },
  {
    usage: 'context <profile>',
    options: [['--generation <number>', 'option.generation']],
  },
  {
    usage: 'export <profile>',
    options: [
      ['--generation <number>', 'option.generation'],
      ['-o, --output <file>', 'option.output'],
    ],
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
  },
  {
    usage: 'generations <profile>',
    options: [
      ['--pin <number>', 'option.pin'],
      ['--unpin <number>', 'option.unpin'],
      ['--keep <number>', 'option.keep'],
      ['--prune <numbers...>', 'option.prune'],
    ],
  },
  {
    usage: 'mirror <profile> [folder]',
    options: [['--off', 'option.off']],
  },
  {
    usage: 'wiki <profile> [folder]',
    options: [
      ['--off', 'option.off'],
      ['--share', 'option.share'],
    ],
  },
  {
    usage: 'variance <profile>',
    options: [
      ['--generation <number>', 'option.generation'],
      ['-o, --output <file>', 'option.output'],
    ],
  },
  {
    usage: 'report <package>',
    options: [
      ['--format <format>', 'option.format'],
      ['-o, --output <file>', 'option.output'],
    ],
  },
  { usage: 'receipt <package>' },
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
  },
  {
    usage: 'policy [action] [file]',
    options: [['--confirm', 'option.confirm']],
  },
  { usage: 'audit [action]' },
  { usage: 'backup <file>' },
  {
    usage: 'restore <file>',
    options: [['--confirm', 'option.confirmRestore']],
  },
  { usage: 'doctor', options: [['--repair', 'option.repair']] },
] as const satisfies readonly CommandRow[];

type FirstWord<Usage extends string> = Usage extends `${infer Word} ${string}` ? Word : Usage;

/** What a person types first. */
export type CommandName = FirstWord<(typeof COMMANDS)[number]['usage']>;

/** Options that may stand anywhere on the line, with the keys of their texts. */
export const GLOBAL_OPTIONS = {
  version: ['--version', 'option.version'],
  data: ['--data <folder>', 'option.data'],
  json: ['--json', 'option.json'],
  lang: ['--lang <language>', 'option.lang'],
  help: ['-h, --help', 'option.help'],
} as const satisfies Readonly<Record<string, readonly [flags: string, textKey: string]>>;

/** Commander's own command, named here for the overview. */
export const HELP_COMMAND = ['help [command]', 'option.help'] as const;

/** The name in a row of the table. */
export function commandName({ usage }: (typeof COMMANDS)[number]): CommandName {
  return (usage.split(' ')[0] ?? usage) as CommandName;
}
