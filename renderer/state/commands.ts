/** Commands of the palette: what every screen offers, and how typed letters find them. */
import { useEffect } from 'react';
import { create } from 'zustand';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  /** Words that find it and are not shown. */
  readonly also?: string;
  /** Single key that does the same. */
  readonly keyName?: string;
  /** Given where the label is the name of a profile. */
  readonly badge?: { readonly letters: string; readonly hue: number };
  readonly run: () => void;
}

/** Commands whose words hold every typed word; those come first whose label begins with what was typed, then those whose label holds it. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const found = commands.filter((command) => {
    const there = `${command.label} ${command.group} ${command.also ?? ''}`.toLowerCase();
    return words.every((word) => there.includes(word));
  });
  const rank = ({ label }: Command): number => {
    const name = label.toLowerCase();
    if (name.startsWith(words.join(' '))) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Acts of the screen that is shown; empty where a screen offers none. */
export const useScreenCommands = create<{ readonly commands: readonly Command[] }>(() => ({ commands: [] }));

/** Offers commands for as long as the component is there. */
export function useOffer(commands: readonly Command[]): void {
  useEffect(() => {
    useScreenCommands.setState({ commands });
    return () => useScreenCommands.setState({ commands: [] });
  }, [commands]);
}
