/** Who did something, as the log keeps it: `ada (window)`, the account and the door it came by. */
const DOORS: Readonly<Record<string, 'window' | 'cli'>> = { window: 'window', 'command line': 'cli' };

/** The two parts; the door is null where the record has none of ours, and the name is then the whole. */
export function actorParts(actor: string): { readonly name: string; readonly door: 'window' | 'cli' | null } {
  const [, name, door] = /^(.*) \(([^()]+)\)$/su.exec(actor) ?? [];
  const known = DOORS[door ?? ''];
  return name !== undefined && known ? { name, door: known } : { name: actor, door: null };
}
