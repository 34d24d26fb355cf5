/** Answers that need nothing of the program: `uaix --help` and `uaix --version`. They are the same as commander's, which is never loaded for them. */

import type { Language } from '../../shared/languages.ts';
import en from '../../shared/locales/en/cli.json' with { type: 'json' };
import type { Sentences } from '../../shared/locales/index.ts';
import zh from '../../shared/locales/zh-CN/cli.json' with { type: 'json' };
import { appVersion } from '../resources.ts';
import { languageOf, withoutLanguage } from './language.ts';
import { overview } from './overview.ts';

const TEXTS: Readonly<Record<Language, Sentences>> = { en, 'zh-CN': zh };

/**
 * What to print, or null for a line that asks for anything else.
 * @param args the words after the program's name
 * @param columns width of the terminal; undefined for another output
 */
export function quickAnswer(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  columns: number | undefined,
): string | null {
  const words = withoutLanguage(args);
  if (words.length !== 1) return null;
  switch (words[0]) {
    case '--version':
      return `${appVersion()}\n`;
    case '-h':
    case '--help':
    case 'help':
      return overview(sentences(TEXTS[languageOf(args, env)]), columns);
    default:
      return null;
  }
}

/** A sentence without values by its dotted key. */
function sentences(texts: Sentences): (key: string) => string {
  return (key) => {
    let found: string | Sentences | undefined = texts;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    return typeof found === 'string' ? found : key;
  };
}
