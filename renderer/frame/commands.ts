/** Commands of the palette and how typed letters find them. Pure. */

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  /** Words that find it and are not shown. */
  readonly also?: string;
  readonly badge?: { readonly letters: string; readonly hue: number };
  readonly run: () => void;
}

/** Commands whose words hold every typed word, those that begin with it first; all of them when nothing is typed. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return commands;
  const found = commands.filter((command) => {
    const there = `${command.label} ${command.group} ${command.also ?? ''}`.toLowerCase();
    return words.every((word) => there.includes(word));
  });
  const begins = (command: Command): number => (command.label.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
