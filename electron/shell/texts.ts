/** Words of the menu and of the system's dialogs, in the language of the desk. */
import enMenu from '../../shared/locales/en/menu.json' with { type: 'json' };
import zhMenu from '../../shared/locales/zh-CN/menu.json' with { type: 'json' };

export type TextKey = keyof typeof enMenu;
export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const MENUS: Readonly<Record<'en' | 'zh-CN', Readonly<Record<TextKey, string>>>> = { en: enMenu, 'zh-CN': zhMenu };

export function textsOf(language: 'en' | 'zh-CN'): Texts {
  const menu = MENUS[language];
  return (key, values = {}) =>
    menu[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
