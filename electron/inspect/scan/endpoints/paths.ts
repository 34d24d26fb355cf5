/** Local paths of three systems (format F4.11): they name a machine or a person, and lead nowhere else. */
import type { Matcher, Scene, Window } from '../sighting.ts';

// biome-ignore format: words read better in rows
const KEYWORDS: readonly string[] = [
  '/home/', '/users/', '/root/', '/var/', '/etc/', '/opt/', '/usr/', '/tmp/', '/mnt/', '/media/', '/srv/',
  '/volumes/', '/private/', '/library/', '/applications/', '/proc/', '/sys/', '/data/', '/storage/', '~/', ':\\',
  '^a:/', '^b:/', '^c:/', '^d:/', '^e:/', '^f:/', '^g:/', '^h:/', '^i:/', '^j:/', '^k:/', '^l:/', '^m:/', '^n:/', '^o:/', '^p:/', '^q:/', '^r:/', '^s:/', '^t:/', '^u:/', '^v:/', '^w:/', '^x:/', '^y:/', '^z:/', '\\\\', '%appdata%', '%userprofile%', '%localappdata%', '%programfiles', '%systemroot%', '%homepath%',
  '%temp%', '$home/', '{home}', '$env:', 'file://', '/dev/', '/boot/', '/run/',
];

const START = '(?<![\\w/.~:@$%\\\\}\\])-])';
const TAIL = '[^\\s"\'`<>|*?,;(){}\\[\\]，。；：、）】」』]';
const PATHS: readonly (readonly [string, RegExp])[] = [
  ['file-url', /\bfile:\/{2,3}[^\s"'`<>)]{1,400}/gi],
  [
    'posix',
    new RegExp(
      `${START}/(?:home|Users|root|var|etc|opt|usr|tmp|mnt|media|srv|Volumes|private|Library|Applications|proc|sys|storage|boot|run)/${TAIL}{1,400}`,
      'g',
    ),
  ],
  ['posix', new RegExp(`${START}/(?:root|etc|home|var|opt|srv)(?=["'\`\\s,;)]|$)(?<=["'\`]/\\w{3,5})`, 'g')],
  ['home', new RegExp(`${START}(?:~|\\$HOME|\\$\\{HOME\\})/${TAIL}{0,400}`, 'g')],
  [
    'home',
    /%(?:APPDATA|USERPROFILE|LOCALAPPDATA|PROGRAMFILES(?:\(X86\))?|SYSTEMROOT|HOMEPATH|TEMP)%(?:[\\/][^\s"'`<>|*?]{0,400})?|\$env:(?:APPDATA|USERPROFILE|LOCALAPPDATA|ProgramFiles|SystemRoot|HOME|TEMP)\b(?:[\\/][^\s"'`<>|*?]{0,400})?/gi,
  ],
  ['drive', /(?<![\w\\/.:-])[A-Za-z]:(?:\\{1,2}(?![nrtdswbBDSW0"'](?![\w.]))|\/(?!\/))[^\s"'`<>|*?,;，。；]{0,400}/g],
  ['unc', /(?<![\w\\:.])\\{2,4}[A-Za-z0-9][\w.-]{1,62}\\{1,2}[A-Za-z0-9$][\w$.-]{0,80}(?:\\[^\s"'`<>|*?]{0,300})?/g],
];

/** Interpreters, null devices and folders that are the same on every machine: no machine is named by them. */
const PORTABLE =
  /^(?:\/usr\/bin\/env\b|\/usr\/(?:local\/)?s?bin\/[\w.-]+$|\/bin\/|\/dev\/(?:null|zero|u?random|std(?:in|out|err)|tty|fd)\b|\/usr\/share\/(?:dict|zoneinfo|doc)\b|\/(?:etc|usr|var|opt|tmp|home|Users|mnt|srv)\/?\.{3}|\/proc\/self\b)/;
/** `/home/user`, `/Users/<you>`, `C:\Users\Name`: names that stand for anybody. */
const EXAMPLE =
  /^(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2})(?:user(?:name)?|you|your[-_]?(?:name|user|username)|me|name|example|someone|<[^>]{0,40}>?|\$\{?USER(?:NAME)?\}?|\{[^}]{0,40}\}?|%USERNAME%|xxx+|\.\.\.|jdoe|johndoe|用户名)(?:[\\/.,:)\]]|$)|^[A-Za-z]:[\\/]+path[\\/]to\b|^\\\\(?:server|host|example)\\share\b/i;
/** LaTeX and expressions are full of backslashes. */
const LATEX = /\\(?:begin|end|frac|hline|alpha|beta|text|left|right|sum|int|mathrm|mathbf|cdot|quad)\b/;

function matchPaths(window: Window, scene: Scene): void {
  const { text, base } = window;
  const seen: { from: number; to: number }[] = [];
  for (const [variant, pattern] of PATHS) {
    for (const found of text.matchAll(pattern)) {
      const path = found[0].replace(/[.,:;!?)\]}'"*_]+$/, '');
      if (path.length < 3 && variant !== 'home' && variant !== 'drive') continue;
      if (PORTABLE.test(path) || EXAMPLE.test(path)) continue;
      const from = base + found.index;
      if (seen.some((range) => from < range.to && from + path.length > range.from)) continue;
      if (isElsewhere(text, found.index, variant, path)) continue;
      seen.push({ from, to: from + path.length });
      const detail = { variant, found: path.slice(0, 160) };
      scene.report(
        'security/local-path',
        from,
        from + path.length,
        detail,
        scene.setting.manifest ? 'no-op' : 'review',
      );
    }
  }
}

/** What looks like a path and is none: the rest of an address, a shebang, an expression, a formula, a ratio. */
function isElsewhere(text: string, at: number, variant: string, path: string): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  if (/#!\s?$/.test(before)) return true;
  // `C:\Users\<name>`, `/home/${user}`: what names the person is left open.
  if (/[\\/](?:Users|home)[\\/]{0,2}$/i.test(path) && /^[<${%[]/.test(text.slice(at + path.length))) return true;
  if (
    variant === 'posix' &&
    /(?:https?:\/\/[^\s"'`<>]{0,78}|\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s{1,3})$/.test(before)
  )
    return true;
  if (variant === 'unc' || variant === 'drive') {
    const lineFrom = Math.max(text.lastIndexOf('\n', at) + 1, at - 200);
    const lineEnd = text.indexOf('\n', at);
    if (LATEX.test(text.slice(lineFrom, lineEnd < 0 ? at + 200 : Math.min(lineEnd, at + 200)))) return true;
  }
  if (variant === 'drive')
    return /^[A-Za-z]:[\\/]{0,2}$/.test(path)
      ? !/["'`(\s]$/.test(before.slice(-1) || ' ') || path.length < 3
      : /^[A-Za-z]:\/\d/.test(path);
  return false;
}

export const PATH_MATCHER: Matcher = { keywords: KEYWORDS, before: 120, after: 480, weight: 1, match: matchPaths };
