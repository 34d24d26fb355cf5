/** Words that name a change of an anchor, and what they are asked of (format F6). */
import { ANCHOR_PATHS } from '../../../shared/models.ts';
import { NameList } from './name-list.ts';
import type { FormatPack } from './pack.ts';
import { memberKey, tokenKey } from './token.ts';

/** Path, file name and bare name of an anchor. */
const spellingsOf = (path: string): readonly string[] => [
  path,
  path.slice('.uai/'.length),
  path.slice('.uai/'.length, -'.uai'.length),
];
const ANCHOR_NAMES: readonly string[] = ANCHOR_PATHS.flatMap(spellingsOf).flatMap((name) => [name, `./${name}`]);

/** An operation is named by a few words; a longer text is prose. */
const LONGEST_OPERATION = 60;
const NEGATIONS: ReadonlySet<string> = new Set(['no', 'not', 'never', 'none', 'without', 'dont', "don't"]);

/** The pack's words for changes of anchors. */
export class MutationWords {
  readonly members: ReadonlySet<string>;
  readonly operations: ReadonlySet<string>;
  readonly operationMembers: ReadonlySet<string>;
  readonly targetMembers: ReadonlySet<string>;
  /** Without one of these no JSON text asks for anything. */
  readonly names: NameList;
  readonly #denials: ReadonlySet<string>;

  constructor(pack: FormatPack) {
    this.members = pack.mutationMembers;
    this.operations = new Set(pack.members.mutationOperations.map(tokenKey));
    this.operationMembers = new Set(pack.members.operationMembers.map(memberKey));
    this.targetMembers = new Set(pack.members.targetMembers.map(memberKey));
    this.names = new NameList([...this.members, ...this.operationMembers, ...ANCHOR_NAMES.map(memberKey)]);
    this.#denials = new Set(pack.members.denials.map(tokenKey));
  }

  isAnchorWord(word: string): boolean {
    return /^(?:totem|taboo|talisman|anchors?)$/.test(word);
  }

  /** The anchor that a text names by its path, its file name or its bare name; null when it names none. */
  anchor(text: string): string | null {
    const key = text.trim().toLowerCase().replace(/^\.\//, '');
    return ANCHOR_PATHS.find((path) => spellingsOf(path).includes(key)) ?? null;
  }

  /** `replace`, `Replace file`; not `no change`. */
  isOperation(value: unknown): value is string {
    if (typeof value !== 'string' || value.length > LONGEST_OPERATION) return false;
    const words = tokenKey(value).split('_');
    return words.some((word) => this.operations.has(word)) && !words.some((word) => NEGATIONS.has(word));
  }

  /** Says "no": nothing is asked for. */
  denies(value: unknown): boolean {
    if (value === false || value === null || value === undefined || value === 0) return true;
    if (typeof value === 'string') return value.trim() === '' || this.#denials.has(tokenKey(value));
    return typeof value === 'object' && Object.values(value).every((inner) => this.denies(inner));
  }
}
