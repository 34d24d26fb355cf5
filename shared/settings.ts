/** Settings of this installation, kept in the desk's database. */
export interface Settings {
  readonly language: 'system' | 'en' | 'zh-CN';
  readonly theme: 'system' | 'light' | 'dark';
  /** Single-letter shortcuts (WCAG 2.1.4: they can be switched off). */
  readonly singleKeys: boolean;
  /** Go to the next undecided file after a decision. */
  readonly autoAdvance: boolean;
}

export const DEFAULT_SETTINGS: Settings = { language: 'system', theme: 'system', singleKeys: true, autoAdvance: true };
