/** The frame of the window: header, rail, the screen, and what floats over them. */
import { type ReactNode, useEffect } from 'react';
import { openFiles } from '../state/acts.ts';
import { takeStarted } from '../state/imports.ts';
import { setOverlay, useSession } from '../state/session.ts';
import { useT } from '../ui/text-context.tsx';
import { ChainNotice } from './chain-notice.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { HelpSheet } from './help.tsx';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';

export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const at = useSession((state) => state.screen.at);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() === 'k') setOverlay('palette');
      else if (event.key.toLowerCase() === 'o') void openFiles().then(takeStarted);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);

  useEffect(() => {
    document.title = at === 'queue' ? 'UAIX Desktop' : `${t(`screen.${at}`)} · UAIX Desktop`;
  }, [at, t]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#screen">
        {t('frame.skip')}
      </a>
      <Header />
      <ChainNotice />
      <div className={styles.middle}>
        <Rail />
        <main id="screen" className={styles.screen} tabIndex={-1} aria-label={t(`screen.${at}`)}>
          {children}
        </main>
      </div>
      <Notices />
      <DropOverlay />
      <Palette />
      <HelpSheet />
    </div>
  );
}
