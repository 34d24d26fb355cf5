/** Programs of POSIX systems by what their arguments make them do. */
import type { Construct } from './construct.ts';
import { DATA_DEVICE, isDisaster } from './targets.ts';

/** @param args the words after the program, without quotes */
export function programConstruct(program: string, args: readonly string[]): Construct | null {
  const flags = args.filter((word) => word.startsWith('-'));
  const operands = args.filter((word) => !word.startsWith('-'));
  const has = (pattern: RegExp): boolean => flags.some((flag) => pattern.test(flag));
  const recursive = has(/^-[a-zA-Z]*[rR]/) || has(/^--recursive$/);
  if (/\s/.test(program) && /^rm\s/.test(program))
    return programConstruct('rm', [...program.split(/\s+/).slice(1), ...args]);
  switch (program) {
    case 'rm':
    case 'unlink':
    case 'srm':
      if (has(/^--no-preserve-root$/)) return 'recursive-delete';
      return (recursive || has(/^-[a-z]*f/)) &&
        operands.some(isDisaster) &&
        (recursive || operands.some((word) => /[*~/]/.test(word)))
        ? 'recursive-delete'
        : null;
    case 'find':
      // A filter in a folder at hand picks files; without one, or at the root, everything goes.
      if (
        /^\.{1,2}\/?$/.test(operands[0] ?? '') &&
        args.some((word) => /^-(?:i?name|i?path|i?regex|mtime|atime|size|newer|empty|maxdepth)$/.test(word))
      )
        return null;
      return operands.slice(0, 1).some(isDisaster) &&
        (args.includes('-delete') || /-exec(?:dir)?\s(?:.*\s)?(?:rm|shred|unlink)\b/.test(args.join(' ')))
        ? 'recursive-delete'
        : null;
    case 'shred':
    case 'wipe':
      return operands.some((word) => isDisaster(word) || DATA_DEVICE.test(word)) ? 'disk' : null;
    case 'mv':
      return args.includes('/dev/null') && operands.length >= 2 ? 'recursive-delete' : null;
    case 'rsync':
      return has(/^--delete/) && operands.slice(-1).some(isDisaster) ? 'recursive-delete' : null;
    case 'truncate':
      return operands.some((word) => isDisaster(word) || DATA_DEVICE.test(word)) && has(/^-s|^--size/)
        ? 'recursive-delete'
        : null;
    case 'dd':
      return args.some((word) => word.startsWith('of=') && DATA_DEVICE.test(word.slice(3))) ? 'disk' : null;
    case 'wipefs':
    case 'blkdiscard':
    case 'sgdisk':
    case 'hdparm':
      return operands.some((word) => DATA_DEVICE.test(word)) && flags.length > 0 ? 'disk' : null;
    case 'parted':
    case 'fdisk':
    case 'cryptsetup':
      return /\b(?:mklabel|mktable|rm|luksFormat|erase)\b/.test(args.join(' ')) &&
        args.some((word) => DATA_DEVICE.test(word))
        ? 'disk'
        : null;
    case 'diskutil':
      return /^(?:erase|secureErase|zeroDisk|partitionDisk|apfs)/i.test(args[0] ?? '') &&
        args.length > 1 &&
        !/^apfs$/i.test(args[0] as string)
        ? 'disk'
        : null;
    case 'tee':
    case 'cp':
      return operands.slice(-1).some((word) => DATA_DEVICE.test(word)) ? 'disk' : null;
    case 'chmod':
    case 'chown':
    case 'chgrp':
    case 'setfacl':
      return recursive &&
        operands.slice(1).some(isDisaster) &&
        operands.slice(1).some((word) => /^(?:\/|~|\$HOME)/.test(word))
        ? 'permissions'
        : null;
    case 'kill':
      return args.includes('-1') && args.some((word) => /^-(?:9|KILL|SIGKILL)$/.test(word)) ? 'fork-bomb' : null;
    case 'crontab':
      return flags.includes('-r') ? 'recursive-delete' : null;
    case 'git':
      return gitConstruct(args);
    case 'nc':
    case 'ncat':
    case 'netcat':
      return has(/^-\w*[ec]$/) && args.some((word) => /(?:sh|bash|cmd(?:\.exe)?)$/.test(word)) ? 'remote-shell' : null;
    default:
      return otherConstruct(program, args);
  }
}

/** Rewriting or throwing away a shared history. `--force-with-lease` refuses to destroy what it has not seen. */
function gitConstruct(args: readonly string[]): Construct | null {
  const verb = args.find((word) => !word.startsWith('-') && !word.includes('='));
  const has = (...flags: string[]): boolean => args.some((word) => flags.includes(word));
  if (verb === 'push') {
    const forced = has('--force', '-f', '--mirror', '-fu', '-uf') || args.some((word) => /^\+[\w/.-]+/.test(word));
    const deleted =
      has('--delete', '-d') ||
      args.some((word) => /^:(?:refs\/heads\/)?(?:main|master|release\S*|develop)$/.test(word));
    return forced || (deleted && args.some((word) => /(?:main|master|develop|release)/.test(word))) ? 'history' : null;
  }
  if (verb === 'filter-branch' || verb === 'filter-repo') return args.length > 1 ? 'history' : null;
  if (verb === 'reflog')
    return has('expire') && args.some((word) => /^--expire(?:-unreachable)?=(?:now|all)/.test(word)) ? 'history' : null;
  if (verb === 'update-ref') return has('-d') ? 'history' : null;
  if (verb === 'reset')
    return has('--hard') && args.some((word) => /^(?:HEAD[~^]|[0-9a-f]{7,40}$|origin\/)/.test(word)) ? 'history' : null;
  if (verb === 'clean')
    return args.some((word) => /^-\w*f/.test(word)) && args.some((word) => /^-\w*[dx]/.test(word))
      ? 'recursive-delete'
      : null;
  return null;
}

/** Programs whose sub-command does the damage. */
function otherConstruct(program: string, args: readonly string[]): Construct | null {
  const line = args.join(' ');
  if (/^mkfs(?:\.\w+)?$|^mke2fs$|^mkswap$|^newfs$/.test(program))
    return args.some((word) => word.startsWith('/dev/')) ? 'disk' : null;
  switch (program) {
    case 'terraform':
    case 'tofu':
    case 'pulumi':
      return /^(?:-\S+ )*destroy\b/.test(line) ? 'cloud' : null;
    case 'kubectl':
      return /\bdelete\b/.test(line) && /\b(?:ns|namespaces?|--all|pv|pvc|nodes?)\b/.test(line) ? 'cloud' : null;
    case 'docker':
    case 'podman':
      return /^(?:system|volume) prune\b.*(?:-a|-f|--all|--force|--volumes)/.test(line) ? 'cloud' : null;
    case 'aws':
      return /\bs3 (?:rb\b.*--force|rm\b.*--recursive)|\b(?:delete-db-|terminate-instances|delete-stack|delete-bucket)/.test(
        line,
      )
        ? 'cloud'
        : null;
    case 'gcloud':
    case 'az':
      return /\b(?:projects|group|groups|instances|buckets?) delete\b|\bgroup delete\b/.test(line) ? 'cloud' : null;
    case 'gsutil':
      return /\brm\b.*-r|-r.*\brm\b/.test(line) ? 'cloud' : null;
    case 'dropdb':
      return args.length > 0 ? 'database' : null;
    case 'redis-cli':
      return /\bflush(?:all|db)\b/i.test(line) ? 'database' : null;
    case 'mysqladmin':
      return /\bdrop\b/.test(line) ? 'database' : null;
    case 'iptables':
    case 'nft':
      return /^(?:-F|--flush|flush ruleset)/.test(line) ? 'protection-off' : null;
    case 'ufw':
      return /^(?:--force )?(?:disable|reset)\b/.test(line) ? 'protection-off' : null;
    case 'setenforce':
      return args[0] === '0' ? 'protection-off' : null;
    case 'csrutil':
      return args[0] === 'disable' ? 'protection-off' : null;
    default:
      return null;
  }
}
