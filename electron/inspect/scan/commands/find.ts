/** Destructive commands in any text: code, scripts, fenced blocks, prose. */
import type { Matcher, Scene, Window } from '../sighting.ts';
import { gated, worthTrying } from '../text/gate.ts';
import { isForbiddenOrDescribed, stanceOf } from '../text/stance.ts';
import { windowsOf } from '../text/windows.ts';
import { HIT_SPACING } from '../triggers/sweep.ts';
import type { Construct, Found } from './construct.ts';
import { posixConstruct } from './posix.ts';
import { tokenise } from './tokenise.ts';
import { windowsConstruct, windowsLineConstruct } from './windows.ts';

// biome-ignore format: words read better in rows
const KEYWORDS: readonly string[] = [
  '^rm ', '^rm\t', '^rm$', '-rf', '-fr', 'no-preserve-root', '--recursive', 'unlink ', '-delete', '^shred ', '^srm ',
  '^wipe', '/dev/', 'mkfs', 'mke2fs', '^dd if', '^dd of', '^dd bs', ' of=', 'blkdiscard', 'sgdisk', 'parted ',
  'fdisk ', 'diskutil', 'cryptsetup', '^chmod -', '^chown -', '^chmod ', '^chown ', 'setfacl', '^kill -',
  'crontab -r', '^truncate ', '^mv ', 'rsync ', '--delete', '^git push', '^git filter', '^git reflog',
  '^git update-ref', '^git reset', '^git clean', 'git -c', '--force', '--mirror', '^curl', '^wget', '^fetch ',
  'aria2c', '^lwp-', 'base64', 'base32', 'openssl enc', '^xxd', 'uudecode', '| sh', '|sh', '| bash', '|bash', '|zsh',
  '| zsh', '| python', '|python', '| perl', '|perl', '| node', '| ruby', '| php', 'sudo -e', '^eval ', '^eval(',
  '^source <', '^bash <', '^sh <', '. <(', '/dev/tcp', '^nc -', '^ncat', 'netcat', '$ifs', '${ifs', 
  '^sh -', '^bash -', '^zsh -', '^cmd /', '&};', '& };', '&}', '& }', '&\n}', 'deletemany', '.remove({', 'os.fork', 'fork()', '%0|',
  '%0 |', '^iex', 'invoke-expression', '^irm ', '^iwr ', 'invoke-web', 'invoke-rest', 'downloadstring', 'powershell',
  '^pwsh', 'remove-item', '^ri -', 'format-volume', 'clear-disk', 'initialize-disk', 'remove-partition', 'vssadmin',
  'shadowcopy', 'wbadmin', 'bcdedit', 'diskpart', '^del ', '^erase ', '^rd ', '^rmdir ', 'deltree', '^format ',
  'cipher /w', '^reg delete', 'takeown', 'icacls', 'certutil', 'bitsadmin', 'mshta', 'regsvr32', 'rundll32',
  'set-mppreference', 'netsh', 'executionpolicy', 'get-childitem', '^d^e', '/s /q', '/q /s', 'terraform', '^tofu ',
  'pulumi', 'kubectl', 'docker system', 'docker volume', 'podman system', '^aws s3', '^aws ', '^gcloud', '^az group',
  'gsutil', 'dropdb', 'redis-cli', 'flushall', 'flushdb', 'mysqladmin', 'iptables', '^nft ', '^ufw ', 'setenforce',
  'csrutil', '^drop database', '^drop schema', '^drop table', '^drop user', '^truncate table', '^truncate', '^delete from',
  'dropdatabase', '^drop  ', 'shutil.rmtree', 'os.system', 'subprocess', 'child_process', 'rmsync', 'fs.rm',
  'urlopen', 'requests.get', '^exec(',
];

/** Shapes that no tokeniser is needed for. */
const SHAPES: readonly (readonly [Construct, RegExp])[] = [
  [
    'fork-bomb',
    /\b(?:while\s+(?:true|1|:)\s*;?\s*do\s+(?:\$0|fork)|os\.fork\(\)\s*(?:while|for)|while\s*\(?(?:true|1|True)\)?\s*:?\s*\{?\s*(?:os\.)?fork\(\))/gi,
  ],
  [
    'remote-shell',
    /\b(?:bash|sh|zsh)\s+-i\s*>?&?\s*[>&|]{0,2}\s*\/dev\/(?:tcp|udp)\/[\w.$-]+\/\d+|\bexec\s+\d<>\/dev\/tcp\/[\w.$-]+\/\d+/gi,
  ],
  ['remote-shell', /\bsocket\.socket\([^\n]{0,200}\bconnect\([^\n]{0,200}(?:dup2|subprocess|pty\.spawn)/gi],
  ['database', /\bdrop\s{1,6}(?:database|schema)\s{1,6}(?:if\s{1,4}exists\s{1,4})?["'`[]?[\w$.-]{1,64}/gi],
  [
    'database',
    /\bdrop\s{1,6}(?:table|user)\s{1,6}(?:if\s{1,4}exists\s{1,4})?["'`[]?[\w$.-]{1,64}["'`\]]?\s{0,4}(?:;|cascade|--|$)/gim,
  ],
  ['database', /\bDELETE\s{1,6}FROM\s{1,6}["'`[]?[\w$.-]{1,64}["'`\]]?\s{0,4}$/gm],
  ['database', /\bTRUNCATE\s{1,6}["'`[]?[\w$.-]{1,64}["'`\]]?\s{0,4};/g],
  ['database', /\btruncate\s{1,6}table\s{1,6}["'`[]?[\w$.-]{1,64}/gi],
  [
    'database',
    /\bdelete\s{1,6}from\s{1,6}["'`[]?[\w$.-]{1,64}["'`\]]?\s{0,4}(?:;|where\s{1,4}["']?(?:1|true)["']?\s{0,3}(?:=\s{0,3}["']?1["']?)?\s{0,3}(?:;|$|--))/gim,
  ],
  [
    'database',
    /\bdb(?:\.\w{1,40}|\.getSiblingDB\([^)\n]{1,60}\))?\.(?:dropDatabase|drop)\(\s{0,3}\)|\bdb\.\w{1,40}\.(?:deleteMany|remove)\(\s{0,3}\{\s{0,3}\}\s{0,3}\)/g,
  ],
  [
    'recursive-delete',
    /\b(?:shutil\.rmtree|fs\.(?:rm|rmdir)(?:Sync)?|rimraf(?:\.sync)?|FileUtils\.rm_rf|os\.RemoveAll|std::fs::remove_dir_all)\(\s{0,3}(?:["'`](?:\/|~|\/home|\/Users|[A-Za-z]:\\{1,2})["'`]|os\.path\.expanduser\(["']~["']\)|os\.homedir\(\)|Path\.home\(\))/g,
  ],
  [
    'fetch-and-run',
    /\b(?:exec|eval)\s{0,2}\(\s{0,3}(?:compile\()?(?:[\w.]{1,40}\.)?(?:urlopen|get|fetch|read|request\.urlopen|decode|b64decode)\([^\n]{0,20}(?:https?:\/\/|requests|urllib|fetch)[^\n]{0,200}/gi,
  ],
  [
    'fetch-and-run',
    /\b(?:exec|eval)\s{0,2}\(\s{0,3}(?:__import__\(["'](?:requests|urllib[.\w]*)["']\)|requests\.get|urllib[.\w]*\.urlopen|await \(?await fetch)[^\n]{0,200}/gi,
  ],
  [
    'decode-and-run',
    /\b(?:exec|eval)\s{0,2}\(\s{0,3}(?:compile\(\s{0,3})?(?:atob|base64\.b64decode|Buffer\.from|bytes\.fromhex|codecs\.decode|__import__\(["']base64["']\)\.b64decode)\s{0,2}\([^\n]{0,200}/g,
  ],
];

/** `:(){ :|:& };:` under any name. */
const FORK_BOMB = /([\w:.]{1,20})\s{0,3}\(\)\s{0,3}\{\s{0,3}\1\s{0,3}\|\s{0,3}\1\s{0,3}&\s{0,3}\}\s{0,3};\s{0,3}\1/g;
const FORK_BOMB_HEAD = /\(\)\s{0,3}\{/;

const GATED_SHAPES = SHAPES.map(([construct, shape]) => ({ construct, ...gated(shape) }));

/** A command line with its continuations; what is longer is judged in pieces. */
const LINE_UNITS = 2_000;
const QUOTED_UNITS = 120;
/** A shape is one statement. */
const SHAPE_BEFORE = 80;
const SHAPE_AFTER = 320;

function matchCommands(window: Window, scene: Scene): void {
  const near = window.hits.map((hit) => hit - window.base);
  for (const piece of windowsOf(window.text, near, SHAPE_BEFORE, SHAPE_AFTER)) {
    const base = window.base + piece.base;
    const shapes = worthTrying(GATED_SHAPES, piece.text);
    const bomb = FORK_BOMB_HEAD.test(piece.text) ? [{ construct: 'fork-bomb' as const, pattern: FORK_BOMB }] : [];
    for (const { construct, pattern } of [...bomb, ...shapes]) {
      for (const found of piece.text.matchAll(pattern))
        report(scene, construct, base + found.index, base + found.index + found[0].length);
    }
  }
  let open: { readonly line: Line; readonly hits: number[] } | null = null;
  const close = (): void => {
    if (open) judgeLine(open.line.text, window.base + open.line.from, open.hits, scene);
  };
  for (const hit of window.hits) {
    const at = hit - window.base;
    if (!open || at >= open.line.from + open.line.text.length) {
      close();
      open = { line: logicalLine(window.text, at), hits: [] };
    }
    open.hits.push(at - open.line.from);
  }
  close();
}

interface Line {
  readonly text: string;
  readonly from: number;
}

/** The line around an offset, with the lines that a backslash, a caret, a pipe or `&&` ties to it, clipped to `LINE_UNITS`. */
function logicalLine(text: string, at: number): Line {
  const floor = Math.max(0, at - LINE_UNITS / 2);
  let from = lineFrom(text, at, floor);
  while (from > floor && CONTINUES.test(text.slice(Math.max(0, from - 9), from - 1)))
    from = lineFrom(text, from - 1, floor);
  const ceiling = Math.min(text.length, at + LINE_UNITS);
  let to = lineEnd(text, at, ceiling);
  while (to < ceiling && CONTINUES.test(text.slice(Math.max(from, to - 8), to))) to = lineEnd(text, to + 1, ceiling);
  return { text: text.slice(from, to), from };
}

const CONTINUES = /(?:\\|\^|\||&&)[ \t\r]{0,4}$/;

function lineFrom(text: string, at: number, floor: number): number {
  let from = at;
  while (from > floor && text.charCodeAt(from - 1) !== 10) from -= 1;
  return from;
}

function lineEnd(text: string, at: number, ceiling: number): number {
  let to = at;
  while (to < ceiling && text.charCodeAt(to) !== 10) to += 1;
  return to;
}

/** @param hits offsets of keywords in the line */
function judgeLine(line: string, base: number, hits: readonly number[], scene: Scene): void {
  const shaped = windowsLineConstruct(line);
  if (shaped) {
    report(scene, shaped[0], base + shaped[1], base + shaped[2]);
    return;
  }
  for (const piece of codeSpans(line, hits)) {
    const posix = firstConstruct(piece.text, 'posix');
    const found = posix ?? firstConstruct(piece.text, 'windows');
    if (found) report(scene, found.construct, base + piece.from + found.from, base + piece.from + found.to);
  }
}

/** The code spans of a Markdown line that hold a keyword; and the line, read with its backticks and without, when one lies outside. */
function codeSpans(line: string, hits: readonly number[]): Line[] {
  const pieces = quotedStrings(line, hits);
  if (line.split('`').length < 3) return [...pieces, { text: line, from: 0 }];
  let outside = hits;
  for (const span of line.matchAll(/(`{1,3})([^`]{1,2000})\1/g)) {
    const from = span.index;
    const to = from + span[0].length;
    const inside = (hit: number): boolean => hit >= from && hit < to;
    if (!hits.some((hit) => isNear(hit, from, to))) continue;
    outside = outside.filter((hit) => !inside(hit));
    pieces.push({ text: span[2] as string, from: from + (span[1] as string).length });
  }
  if (outside.length > 0 || pieces.length > 1)
    pieces.push({ text: line, from: 0 }, { text: line.replaceAll('`', ' '), from: 0 });
  return pieces;
}

/** Strings of a line of code that hold a keyword, and strings in them: `os.system('rm -rf /')` is one word to a shell. */
function quotedStrings(line: string, hits: readonly number[], base = 0): Line[] {
  const pieces: Line[] = [];
  for (const string of line.matchAll(/(["'])((?:(?!\1)[^\\\n]|\\.){4,400})\1/g)) {
    const from = base + string.index + 1;
    const text = string[2] as string;
    if (!/\s/.test(text) || !hits.some((hit) => isNear(hit, from, from + text.length))) continue;
    pieces.push({ text, from });
    if (base === 0) pieces.push(...quotedStrings(text, hits, from));
  }
  return pieces;
}

/** Of keywords that stand close together only the first is kept: a range may hold one that was left out. */
function isNear(hit: number, from: number, to: number): boolean {
  return hit >= from - HIT_SPACING && hit < to;
}

interface FoundRange extends Found {
  readonly to: number;
}

function firstConstruct(text: string, dialect: 'posix' | 'windows'): FoundRange | null {
  const pipelines = tokenise(text, dialect);
  for (const pipeline of pipelines) {
    const found = dialect === 'posix' ? posixConstruct(pipeline) : windowsConstruct(pipeline);
    if (found) return { ...found, to: pipeline.to };
  }
  return dialect === 'posix' && pipelines.length > 1 ? downloadThenRun(text) : null;
}

/** `curl -o x …; sh x`, `wget … && chmod +x x && ./x`: the file that was fetched is the file that is run. */
function downloadThenRun(text: string): FoundRange | null {
  const fetched =
    /\b(?:curl|wget)\b[^\n;&|]{0,300}?\s(?:-o|-O|--output(?:-document)?)[ =]?["']?([\w./~$-]{1,100})/.exec(text)?.[1] ??
    /\bwget\b[^\n;&|]{0,300}\/([\w.-]{1,80})["']?\s{0,3}(?:;|&&|\n)/.exec(text)?.[1] ??
    /\b(?:curl|wget)\b[^\n;&|]{0,300}>\s{0,3}["']?([\w./~$-]{1,100})/.exec(text)?.[1];
  if (fetched === undefined) return null;
  const file = fetched.replace(/^\.\//, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const run = new RegExp(
    `(?:;|&&|\\n|\\|\\|)\\s*(?:sudo\\s+)?(?:(?:sh|bash|zsh|python[\\d.]*|node|perl|ruby|source|\\.)\\s+(?:-\\w+\\s+)*(?:\\./)?${file}|\\./${file}|(?<=\\s)${file})(?![\\w./-])`,
  ).exec(text);
  if (!run) return null;
  const from = text.search(/\b(?:curl|wget)\b/);
  return { construct: 'fetch-and-run', from, to: run.index + run[0].length };
}

function report(scene: Scene, construct: Construct, from: number, to: number): void {
  const { text } = scene.surface;
  const softened =
    (scene.setting.codeBearing && scene.setting.genre === 'source') || isForbiddenOrDescribed(stanceOf(text, from, to));
  const command = text.slice(from, to).trim().replace(/\s+/g, ' ').slice(0, QUOTED_UNITS);
  scene.report(
    'security/destructive-command',
    from,
    to,
    { variant: construct, command },
    softened ? 'review' : 'no-op',
  );
}

export const COMMAND_MATCHER: Matcher = {
  keywords: KEYWORDS,
  before: 1_100,
  after: 2_100,
  weight: 8,
  match: matchCommands,
};
