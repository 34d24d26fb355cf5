/** The language of the command line. */
import type { Language } from '../../shared/languages.ts';

/** The languages there are, without their texts. */
export const KNOWN_LANGUAGES: readonly Language[] = ['en', 'zh-CN'];

/** The language named by `--lang`, else by the environment; read before the line is parsed, since usage texts need it. */
export function languageOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  const at = args.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const word = at < 0 ? '' : (args[at] ?? '');
  const named = word.includes('=') ? word.slice('--lang='.length) : at < 0 ? undefined : args[at + 1];
  const exact = KNOWN_LANGUAGES.find((language) => language === named);
  if (exact) return exact;
  const system = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return system.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

/** The words of a line without the choice of a language that there is. */
export function withoutLanguage(args: readonly string[]): readonly string[] {
  const known = (word: string | undefined): boolean => KNOWN_LANGUAGES.some((language) => language === word);
  const chooses = (at: number): boolean => args[at] === '--lang' && known(args[at + 1]);
  return args.filter(
    (word, at) =>
      !chooses(at) && !chooses(at - 1) && !(word.startsWith('--lang=') && known(word.slice('--lang='.length))),
  );
}
