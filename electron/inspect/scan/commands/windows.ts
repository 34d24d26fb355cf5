/** Destructive commands of PowerShell and cmd, and downloads that run what they fetched. */
import type { Construct, Found } from './construct.ts';
import { bare, isWindowsDisaster } from './targets.ts';
import { MAX_NESTING, type Pipeline, tokenise } from './tokenise.ts';

/** Whole-line shapes that need no words: method calls and fetches inside expressions. */
const LINE_SHAPES: readonly (readonly [Construct, RegExp])[] = [
  [
    'fetch-and-run',
    /\b(?:iex|invoke-expression)\b[\s(&"'$]{0,12}(?:\(?\s*)?(?:[^|\n]{0,80}\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata|start-bitstransfer)\b)/i,
  ],
  [
    'fetch-and-run',
    /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|curl|wget)\b[^\n]{0,300}\|\s{0,4}(?:iex|invoke-expression)\b/i,
  ],
  [
    'fetch-and-run',
    /\[(?:system\.)?(?:scriptblock|reflection\.assembly)\]::(?:create|load)\b[^\n]{0,200}\b(?:download\w+|iwr|irm|invoke-\w+)/i,
  ],
  [
    'fetch-and-run',
    /\b(?:certutil|bitsadmin)(?:\.exe)?\b[^\n]{0,40}[-/](?:urlcache|transfer)\b[^\n]{0,300}(?:&&?|;)[^\n]{0,120}\.(?:exe|bat|cmd|ps1|dll|vbs|msi)\b/i,
  ],
  [
    'fetch-and-run',
    /\b(?:mshta|regsvr32|rundll32|msiexec)(?:\.exe)?\b[^\n]{0,80}(?:https?:\/\/|javascript:|vbscript:)/i,
  ],
  [
    'decode-and-run',
    /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|]{0,160}\s[-/]e(?:n|nc|nco|ncod|ncode|ncoded|c|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/=]{16,}/i,
  ],
  [
    'decode-and-run',
    /\b(?:iex|invoke-expression)\b[^\n]{0,80}frombase64string\b|frombase64string\b[^\n]{0,200}\|\s{0,4}(?:iex|invoke-expression)\b/i,
  ],
  [
    'shadow-copies',
    /\bvssadmin(?:\.exe)?\s{1,4}(?:delete\s{1,4}shadows|resize\s{1,4}shadowstorage)\b|\bwmic(?:\.exe)?\s{1,4}shadowcopy\s[^\n]{0,40}\bdelete\b|\bwbadmin(?:\.exe)?\s{1,4}delete\s{1,4}\w+|win32_shadowcopy[^\n]{0,80}(?:\bdelete\b|remove-)/i,
  ],
  ['shadow-copies', /\bbcdedit(?:\.exe)?\b[^\n]{0,80}\b(?:recoveryenabled\s{1,4}no|ignoreallfailures)\b/i],
  ['disk', /\b(?:format-volume|clear-disk|initialize-disk|remove-partition)\b\s[^\n]{0,80}-\w+/i],
  [
    'disk',
    /\bdiskpart(?:\.exe)?\b[^\n]{0,60}(?:\/s\b|\bclean\b)|\bselect\s{1,3}disk\s{1,3}\d[\s;&|,]{1,8}(?:echo\s{1,3})?clean\b/i,
  ],
  ['fork-bomb', /%0\s{0,2}\|\s{0,2}%0/],
  [
    'protection-off',
    /\bset-mppreference\b[^\n]{0,80}-disable\w+\s{1,4}(?:\$true|1)|\bnetsh\b[^\n]{0,60}(?:firewall|advfirewall)[^\n]{0,40}\b(?:off|disable)\b|\bset-executionpolicy\s{1,4}(?:-\w+\s{1,4})?(?:unrestricted|bypass)\b[^\n]{0,40}-force/i,
  ],
  [
    'recursive-delete',
    /\bget-childitem\b[^\n|]{0,80}(?:[a-z]:\\|~|\$home|\$env:userprofile)[^\n|]{0,60}\|\s{0,4}(?:remove-item|ri|rm|del)\b/i,
  ],
];

export function windowsLineConstruct(line: string): readonly [Construct, number, number] | null {
  for (const [construct, shape] of LINE_SHAPES) {
    const found = shape.exec(line);
    if (found) return [construct, found.index, found.index + found[0].length];
  }
  return null;
}

const PROGRAMS: ReadonlySet<string> = new Set(
  'del erase rd rmdir deltree remove-item ri rm format cipher reg takeown icacls cmd powershell pwsh start'.split(' '),
);
/** Programs that are given a command line to run. */
const LAUNCHERS: ReadonlySet<string> = new Set(['cmd', 'powershell', 'pwsh', 'start']);

/** The command line may come as one quoted word or as the rest of the words. */
function nestedConstruct(args: readonly string[], depth: number): Construct | null {
  if (depth >= MAX_NESTING) return null;
  for (const script of args.filter((word) => /\s/.test(word))) {
    for (const pipeline of tokenise(script, 'windows')) {
      const found = windowsConstruct(pipeline, depth + 1);
      if (found) return found.construct;
    }
  }
  return null;
}

/** A line names few programs; a line that names thousands is no command. */
const PROGRAMS_PER_COMMAND = 24;
/** Words of a command that are looked at. */
const WORDS_PER_PROGRAM = 64;

/** Finds the first destructive construct of a pipeline, or null. */
export function windowsConstruct(pipeline: Pipeline, depth = 0): Found | null {
  for (const command of pipeline.commands) {
    const words = command.words.map((word) => bare(word.text));
    let programs = 0;
    for (const [at, word] of command.words.entries()) {
      const program = (words[at] as string).toLowerCase().replace(/\.exe$/, '');
      if (!PROGRAMS.has(program)) continue;
      programs += 1;
      if (programs > PROGRAMS_PER_COMMAND) break;
      const args = words.slice(at + 1, at + 1 + WORDS_PER_PROGRAM);
      const construct = LAUNCHERS.has(program) ? nestedConstruct(args, depth) : programConstruct(program, args);
      if (construct) return { construct, from: word.from };
    }
  }
  return null;
}

function programConstruct(program: string, args: readonly string[]): Construct | null {
  const switches = args.filter((word) => /^[-/]\w/.test(word)).map((word) => word.toLowerCase());
  const operands = args.filter((word) => !/^-\w|^\/[a-z](?::\w)?$/i.test(word));
  const has = (pattern: RegExp): boolean => switches.some((word) => pattern.test(word));
  switch (program) {
    case 'del':
    case 'erase':
      return has(/^\/s$/) && operands.some(isWindowsDisaster) ? 'recursive-delete' : null;
    case 'rd':
    case 'rmdir':
    case 'deltree':
      return (has(/^\/s$/) || program === 'deltree') && operands.some(isWindowsDisaster) ? 'recursive-delete' : null;
    case 'remove-item':
    case 'ri':
    case 'rm':
      return has(/^-r(?:ecurse)?$|^-recurse/) && has(/^-fo(?:rce)?$/) && operands.some(isWindowsDisaster)
        ? 'recursive-delete'
        : null;
    case 'format':
      return /^[a-z]:?$/i.test(args[0] ?? '') &&
        (args.length === 1 || args.slice(1).some((word) => /^\/(?:y|q|fs|p|x)/i.test(word)))
        ? 'disk'
        : null;
    case 'cipher':
      return has(/^\/w/) ? 'disk' : null;
    case 'reg':
      return /^delete$/i.test(args[0] ?? '') && operands.some((word) => /^HK(?:LM|CR|EY_LOCAL|CU$)/i.test(word))
        ? 'recursive-delete'
        : null;
    case 'takeown':
    case 'icacls':
      return has(/^\/[tr]$/) && operands.some((word) => /^[a-z]:\\?$/i.test(word)) ? 'permissions' : null;
    default:
      return null;
  }
}
