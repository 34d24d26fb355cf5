/** What no address or name of a host is without: a look at the dots and colons of a window spares it the expressions. */

export interface Signs {
  /** A dot between digits. */
  readonly dotted: boolean;
  /** A colon as it stands in an address of IPv6. */
  readonly ipv6: boolean;
  /** A dot before the beginning of an internal suffix, or a port behind what may be `localhost`. */
  readonly named: boolean;
}

const DOT = 46;
const COLON = 58;

export function signsOf(text: string): Signs {
  const signs = { dotted: false, ipv6: false, named: false };
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
    signs.dotted ||= isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
    signs.named ||= beginsSuffix(text.charCodeAt(at + 1) | 32);
  }
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at + 1);
    signs.ipv6 ||= isPart(before) && isPart(after);
    signs.named ||= (before | 32) === LAST_OF_LOCALHOST && isDigit(after);
  }
  return signs;
}

const LAST_OF_LOCALHOST = 't'.charCodeAt(0);
/** Of `.local`, `.lan`, `.internal`, `.intranet`, `.corp` and `.home.arpa`. */
const SUFFIXES: readonly number[] = [...'lich'].map((letter) => letter.charCodeAt(0));

const beginsSuffix = (small: number): boolean => SUFFIXES.includes(small);

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** What stands beside a colon of an address: a hexadecimal digit, another colon, a dot, a bracket or the sign before a zone. */
function isPart(unit: number): boolean {
  const isHexLetter = (unit | 32) >= 97 && (unit | 32) <= 102;
  return isDigit(unit) || isHexLetter || unit === COLON || unit === DOT || unit === 91 || unit === 93 || unit === 37;
}
