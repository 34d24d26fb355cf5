/** What `npm run check:electron` compares, and how it tells it. Pure; the launching is in check-electron.mjs. */

export interface CheckRow {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  readonly state: 'holds' | 'fails' | 'told';
}

/** A row that holds when both are the same as JSON. */
export function compared(what: string, wanted: unknown, found: unknown): CheckRow {
  const [a, b] = [JSON.stringify(wanted) ?? 'undefined', JSON.stringify(found) ?? 'undefined'];
  return { what, wanted: a, found: b, state: a === b ? 'holds' : 'fails' };
}

/** Preferences that Electron must report of a live window. */
const PREFERENCES: Readonly<Record<string, boolean>> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};

/** @param found as `getLastWebPreferences()` answers */
export function preferenceRows(found: Readonly<Record<string, unknown>>): readonly CheckRow[] {
  return Object.entries(PREFERENCES).map(([name, wanted]) => compared(`preference ${name}`, wanted, found[name]));
}

/** States of a fuse in the binary: the bytes `0`, `1`, and `r` for one that this Electron has taken out. */
const FUSE_STATES: Readonly<Record<number, boolean | 'removed'>> = { 48: false, 49: true, 114: 'removed' };

/**
 * Fuses of a packed program against the builder's configuration.
 * @param wire as `@electron/fuses` reads it: a state by the number of the fuse
 * @param names names of the fuses by number, as in its enumeration
 * @param wanted the `electronFuses` of the configuration
 * @param packed false for the binary that npm brings: its fuses are told only, since packing sets them
 */
export function fuseRows(
  wire: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
  packed: boolean,
): readonly CheckRow[] {
  const byName = new Map(Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(wire)
    .filter(([number]) => /^\d+$/.test(number))
    .map(([number, state]) => {
      const name = String(names[number] ?? `number ${number}`);
      const found = FUSE_STATES[Number(state)] ?? String(state);
      const row = compared(`fuse ${name}`, byName.get(name.toLowerCase()) ?? 'named in the configuration', found);
      return packed ? row : { ...row, state: 'told' as const };
    });
}

const MARKS = { holds: '✓', fails: '⊘', told: '·' } as const;

/** The rows as aligned columns, for a terminal. */
export function checkTable(rows: readonly CheckRow[]): string {
  const wide = Math.max(0, ...rows.map(({ what }) => what.length));
  return rows
    .map(({ what, wanted, found, state }) => {
      const difference = state === 'holds' ? found : `${found}${state === 'fails' ? `, wanted ${wanted}` : ''}`;
      return `${MARKS[state]} ${what.padEnd(wide)}  ${difference}`;
    })
    .join('\n');
}
