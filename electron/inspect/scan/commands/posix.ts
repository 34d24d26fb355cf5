/** Destructive commands of POSIX shells, and downloads that run what they fetched. */
import type { Construct, Found } from './construct.ts';
import { programConstruct } from './programs.ts';
import { bare, DATA_DEVICE } from './targets.ts';
import { type Command, MAX_NESTING, type Pipeline, tokenise, type Word } from './tokenise.ts';

const INTERPRETER =
  /^(?:(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:env\s+)?)?(?:sh|bash|zsh|dash|ksh|fish|ash|csh|tcsh|python[\d.]*|perl|ruby|node|deno|bun|php|lua|osascript|pwsh|powershell(?:\.exe)?|iex|source|\.)$/;
const FETCHER =
  /^(?:\/usr\/bin\/)?(?:curl|wget|fetch|aria2c|lwp-request|lwp-download|http|https|xh|axel|ncat|nc|lynx|w3m|scp|ftp|tftp|gsutil|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?$/i;
const DECODER = /^(?:base64|base32|openssl|xxd|uudecode|gunzip|zcat|rev|tr|printf|hex|basenc|gbase64)$/;
const WRAPPER =
  /^(?:sudo|doas|su|env|nohup|time|nice|exec|command|xargs|timeout|busybox|setsid|stdbuf|ionice|chroot|unshare|then|do|else|builtin|eval|source)$/;

const name = (word: Word | undefined): string => bare(word?.text ?? '');

/** Finds the first destructive construct of a pipeline, or null. */
export function posixConstruct(pipeline: Pipeline, depth = 0): Found | null {
  const flow = flowConstruct(pipeline, depth);
  if (flow) return flow;
  for (const command of pipeline.commands) {
    const words = command.words.map(name);
    let programs = 0;
    for (const [at, word] of command.words.entries()) {
      if (!PROGRAMS.test(words[at] as string)) continue;
      programs += 1;
      if (programs > PROGRAMS_PER_COMMAND) break;
      const construct = commandConstruct(words.slice(at, at + WORDS_PER_PROGRAM), depth);
      if (construct) return { construct, from: word.from };
    }
    const device = command.redirects.find((target) => DATA_DEVICE.test(bare(target)));
    if (device !== undefined && command.words.length > 0)
      return { construct: 'disk', from: (command.words[0] as Word).from };
  }
  return null;
}

/** What flows through the pipe: fetched or decoded text into an interpreter. */
function flowConstruct({ commands }: Pipeline, depth: number): Found | null {
  let source: Found | null = null;
  for (const [index, command] of commands.entries()) {
    const words = command.words.map(name);
    if (index > 0 && source && runsInput(words)) return source;
    source ??= flowSource(command, words);
    for (const [at, word] of command.words.entries()) {
      if (word.substitutions.length === 0) continue;
      const construct = substitutionSource(word.substitutions, depth);
      if (construct && executes(words, at))
        return { construct, from: (command.words[Math.max(0, at - 1)] as Word).from };
    }
  }
  return null;
}

/** The command puts fetched or decoded text into the pipe. */
function flowSource(command: Command, words: readonly string[]): Found | null {
  for (const [at, word] of words.entries()) {
    const { from } = command.words[at] as Word;
    if (FETCHER.test(word) && hasAddress(words, at)) return { construct: 'fetch-and-run', from };
    if (DECODER.test(word) && isDecoding(words.slice(at)))
      return { construct: 'decode-and-run', from: (command.words[0] as Word).from };
  }
  return null;
}

const hasAddress = (words: readonly string[], at: number): boolean =>
  words.slice(at + 1).some((word) => /^-|[.:/$]|localhost/.test(word));

/** An interpreter without a script of its own reads its program from the pipe. */
function runsInput(words: readonly string[]): boolean {
  const at = words.findIndex((word) => INTERPRETER.test(word));
  if (at < 0) return words.some((word, i) => word === 'xargs' && INTERPRETER.test(words[i + 1] ?? ''));
  if (!words.slice(0, at).every((word) => WRAPPER.test(word) || word.startsWith('-') || word.includes('=')))
    return false;
  const rest = words.slice(at + 1).filter((word) => word !== '-' && word !== '-s' && word !== '--');
  const script = rest.find((word) => !word.startsWith('-') && /\.(?:py|js|mjs|rb|pl|php|sh|ts)$/.test(word));
  const inline =
    /^(?:python[\d.]*|perl|ruby|node|php)$/.test(words[at] as string) &&
    rest.some((word) => /^-(?:c|e|m|r|n|p|ne|pe|-eval)$/.test(word));
  return script === undefined && !inline;
}

function isDecoding(words: readonly string[]): boolean {
  const [command, ...rest] = words;
  if (command === 'openssl') return rest.includes('-d') || rest.includes('-decode');
  if (command === 'xxd') return rest.some((word) => /^-\w*r/.test(word));
  if (command === 'printf')
    return rest.some((word) => /\\?(?:x[0-9a-f]{2}|[0-3][0-7]{2}).{0,6}\\?(?:x[0-9a-f]{2}|[0-3][0-7]{2})/i.test(word));
  if (command === 'tr') return rest.length >= 2 && /^[A-Za-z-]{4,}$/.test(rest[0] ?? '');
  if (command === 'rev' || command === 'gunzip' || command === 'zcat' || command === 'uudecode') return true;
  return rest.some((word) => /^-(?:d|D|di|-decode)$/.test(word));
}

function substitutionSource(substitutions: readonly string[], depth: number): Construct | null {
  if (depth >= MAX_NESTING) return null;
  for (const source of substitutions) {
    for (const inner of tokenise(source, 'posix')) {
      const words = inner.commands.flatMap((command) => command.words.map(name));
      if (words.some((word, at) => FETCHER.test(word) && hasAddress(words, at))) return 'fetch-and-run';
      if (words.some((word, at) => DECODER.test(word) && isDecoding(words.slice(at)))) return 'decode-and-run';
    }
  }
  return null;
}

/** The word with the substitution is run: as the program itself, or handed to something that runs it. */
function executes(words: readonly string[], at: number): boolean {
  if (at === 0) return true;
  const before = words.slice(0, at);
  if (before.every((word) => WRAPPER.test(word))) return true;
  return before.some((word) => word === 'eval' || word === 'source' || word === '.' || INTERPRETER.test(word));
}

/** Programs that are judged; any other word is passed over. */
const PROGRAMS =
  /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?(?:rm|unlink|srm|find|shred|wipe|mv|rsync|truncate|dd|wipefs|blkdiscard|sgdisk|hdparm|parted|fdisk|cryptsetup|diskutil|tee|cp|chmod|chown|chgrp|setfacl|kill|crontab|git|nc|ncat|netcat|mkfs(?:\.\w+)?|mke2fs|mkswap|newfs|terraform|tofu|pulumi|kubectl|docker|podman|aws|gcloud|az|gsutil|dropdb|redis-cli|mysqladmin|iptables|nft|ufw|setenforce|csrutil|eval|ssh|su|(?:ba|z|da|k|a|c|tc|fi)?sh|python[\d.]*|perl|ruby|node|php)$|^rm\s/;
/** A line names few programs; a line that names thousands is no command. */
const PROGRAMS_PER_COMMAND = 24;
/** Words of a command that are looked at. */
const WORDS_PER_PROGRAM = 64;

function commandConstruct(words: readonly string[], depth: number): Construct | null {
  const program = (words[0] as string).replace(/^\/(?:usr\/)?(?:local\/)?s?bin\//, '');
  const args = words.slice(1);
  if (depth < MAX_NESTING) {
    const script = nestedScript(program, args);
    if (script !== null) {
      for (const inner of tokenise(script, 'posix')) {
        const found = posixConstruct(inner, depth + 1);
        if (found) return found.construct;
      }
    }
  }
  return programConstruct(program, args);
}

/** The program text that `sh -c`, `eval`, `ssh host` or `su -c` is given. */
function nestedScript(program: string, args: readonly string[]): string | null {
  if (program === 'eval') return args.join(' ');
  if (program === 'ssh') return args.slice(1).join(' ');
  if (!INTERPRETER.test(program) && program !== 'su') return null;
  const flag = args.findIndex((word) => /^-\w*c$/.test(word));
  return flag < 0 ? null : (args[flag + 1] ?? null);
}
