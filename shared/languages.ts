/** The languages of the program. Apart from the texts, so that whoever only chooses one need not read them all. */
export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language to speak: the chosen one, or the nearest to the system's (BCP 47 tag). */
export function resolveLanguage(setting: 'system' | Language, systemLanguage: string): Language {
  if (setting !== 'system') return setting;
  return /^zh\b/i.test(systemLanguage) ? 'zh-CN' : 'en';
}
