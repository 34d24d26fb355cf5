/** Accepted spellings → canonical ones (format F4.3 to F4.5, F4.10). Each alias that was used is remembered, once a spelling. */
import type { FormatPack } from '../format/pack.ts';
import type { Spelling } from '../format/pack-data.ts';
import { tokenKey } from '../format/token.ts';

/** An alias that the manifest uses. */
export interface AliasUse {
  readonly member: string;
  readonly alias: string;
  readonly canonical: string;
  /** Where it is used first. */
  readonly pointer: string;
  count: number;
}

const BARE_DIGEST = /^[0-9a-f]{64}$/;

export class Spellings {
  readonly #pack: FormatPack;
  readonly #uses = new Map<string, AliasUse>();

  constructor(pack: FormatPack) {
    this.#pack = pack;
  }

  get aliases(): readonly AliasUse[] {
    return [...this.#uses.values()];
  }

  /** The canonical version or format, or null when it is none that the pack knows. */
  named(value: string, spelling: Spelling, member: string, pointer: string): string | null {
    if (value === spelling.canonical) return value;
    if (!spelling.aliases.includes(value)) return null;
    return this.#use(member, value, spelling.canonical, pointer);
  }

  /** The canonical scope id; null when the pack has no such scope. */
  scope(value: string, pointer: string): string | null {
    const id = this.#pack.scopeIds.get(tokenKey(value));
    if (id === undefined) return null;
    return id === value ? id : this.#use('scope', value, id, pointer);
  }

  /** The canonical token when it is in `known`, in whatever case and with whatever separators; else null. */
  token(value: string, known: readonly string[], member: string, pointer: string): string | null {
    const key = tokenKey(value);
    if (!known.includes(key)) return null;
    return key === value ? key : this.#use(member, value, key, pointer);
  }

  /** Lower-case hex without prefix. The value has passed the schema. */
  digest(value: string, member: string, pointer: string): string {
    if (BARE_DIGEST.test(value)) return value;
    const bare = value.replace(/^sha256:/, '').toLowerCase();
    if (bare !== value) {
      const form = value.startsWith('sha256:') ? 'sha256:…' : 'A–F';
      this.#use(member, form, 'a–f, 0–9', pointer);
    }
    return bare;
  }

  #use(member: string, alias: string, canonical: string, pointer: string): string {
    const key = `${member}\n${alias}`;
    const use = this.#uses.get(key);
    if (use) use.count += 1;
    else this.#uses.set(key, { member, alias, canonical, pointer, count: 1 });
    return canonical;
  }
}
