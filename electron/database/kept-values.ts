/** Small values that the desk keeps by name, beside the settings a person sees. */
import type { DeskDatabase } from './open.ts';

/** Null when nothing is kept under this name. */
export function keptValue(db: DeskDatabase, name: string): string | null {
  const row = db.prepared<[string], { value: string }>('SELECT value FROM settings WHERE name = ?').get(name);
  return row?.value ?? null;
}

export function keepValue(db: DeskDatabase, name: string, value: string): void {
  db.prepared<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value);
}

export function forgetValue(db: DeskDatabase, name: string): void {
  db.prepared<[string]>('DELETE FROM settings WHERE name = ?').run(name);
}

/** Names and values whose name begins with `prefix` (letters, digits, dots and hyphens only), in code-unit order of the name. */
export function keptValues(
  db: DeskDatabase,
  prefix: string,
): readonly { readonly name: string; readonly value: string }[] {
  return db
    .prepared<[string, string], { name: string; value: string }>(
      'SELECT name, value FROM settings WHERE name >= ? AND name < ? ORDER BY name',
    )
    .all(prefix, `${prefix}\u{10FFFF}`);
}
