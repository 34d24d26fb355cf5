/** The code of each command, loaded only when the command runs: a word costs what it needs and no more. */
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exit.ts';
import type { CommandName } from './table.ts';

type Run = (
  context: CommandContext,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
) => Promise<ExitCode>;

export const LOADERS: Readonly<Record<CommandName, () => Promise<{ readonly run: Run }>>> = {
  lint: () => import('./commands/lint.ts'),
  pack: () => import('./commands/pack.ts'),
  init: () => import('./commands/init.ts'),
  rules: () => import('./commands/rules.ts'),
  import: () => import('./commands/import.ts'),
  queue: () => import('./commands/queue.ts'),
  show: () => import('./commands/show.ts'),
  cat: () => import('./commands/cat.ts'),
  diff: () => import('./commands/diff.ts'),
  review: () => import('./commands/review.ts'),
  acknowledge: () => import('./commands/acknowledge.ts'),
  check: () => import('./commands/check.ts'),
  load: () => import('./commands/load.ts'),
  reject: () => import('./commands/reject.ts'),
  reopen: () => import('./commands/reopen.ts'),
  purge: () => import('./commands/purge.ts'),
  retry: () => import('./commands/retry.ts'),
  profiles: () => import('./commands/profiles.ts'),
  switch: () => import('./commands/switch.ts'),
  rollback: () => import('./commands/rollback.ts'),
  remove: () => import('./commands/remove.ts'),
  'restore-profile': () => import('./commands/restore-profile.ts'),
  context: () => import('./commands/context.ts'),
  export: () => import('./commands/export.ts'),
  derive: () => import('./commands/derive.ts'),
  generations: () => import('./commands/generations.ts'),
  mirror: () => import('./commands/mirror.ts'),
  wiki: () => import('./commands/wiki.ts'),
  variance: () => import('./commands/variance.ts'),
  report: () => import('./commands/report.ts'),
  receipt: () => import('./commands/receipt.ts'),
  handoff: () => import('./commands/handoff.ts'),
  policy: () => import('./commands/policy.ts'),
  audit: () => import('./commands/audit.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  doctor: () => import('./commands/doctor.ts'),
};
