/** The language of the window, live: every component speaks through the `Text` it finds here. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '../../shared/languages.ts';
import { createText, type Text, type TextValues } from '../../shared/text.ts';

const TextContext = createContext<Text | null>(null);

export function TextProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const text = useMemo(() => createText(language), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <TextContext value={text}>
      <I18nProvider locale={language}>{children}</I18nProvider>
    </TextContext>
  );
}

export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new TypeError('useText is used outside TextProvider');
  return text;
}

/** Shorthand for components that need sentences only. */
export function useT(): (key: string, values?: TextValues) => string {
  return useText().t;
}
