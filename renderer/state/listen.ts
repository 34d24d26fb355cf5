/** What the desk and the shell tell without being asked. */

import { openFiles } from './acts.ts';
import { bridge } from './bridge.ts';
import { tellChange } from './changes.ts';
import { startImports, takeProgress, takeStarted } from './imports.ts';
import { refreshPackage, takeChange, undo, usePackage } from './package.ts';
import { refreshQueue } from './queue.ts';
import { go, refreshProfiles, refreshSettings, setOverlay, useSession } from './session.ts';

/** A burst of changes (an import of many packages) is answered once. */
const GATHER_MS = 80;

/** Starts listening; the returned function stops it. */
export function listen(): () => void {
  const waiting = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (name: string, run: () => void) => {
    waiting.set(name, run);
    timer ??= setTimeout(() => {
      timer = undefined;
      const runs = [...waiting.values()];
      waiting.clear();
      for (const each of runs) each();
    }, GATHER_MS);
  };

  const stops = [
    bridge().on('intake-progress', takeProgress),
    bridge().on('changed', ({ what, key, review }) => {
      if (what === 'settings') soon('settings', () => void refreshSettings());
      if (what === 'profile') soon('profiles', () => void refreshProfiles());
      if (what === 'package' || what === 'policy' || what === 'profile') {
        soon('queue', () => void refreshQueue());
        const shown = usePackage.getState().archive;
        if (review) void takeChange(review);
        else if (shown && (what !== 'package' || key === shown)) soon('package', () => void refreshPackage());
      }
      tellChange(what);
    }),
    bridge().on('command', ({ name }) => {
      switch (name) {
        case 'open-files':
          void openFiles().then(takeStarted);
          return;
        case 'show-queue':
        case 'show-profiles':
        case 'show-policy':
        case 'show-evidence':
        case 'show-handoff':
          go({ at: SCREENS[name] });
          return;
        case 'show-help':
          setOverlay('help');
          return;
        case 'report-problem':
          setOverlay('problem');
          return;
        case 'command-palette':
          setOverlay('palette');
          return;
        case 'undo':
          if (useSession.getState().screen.at === 'package') void undo();
      }
    }),
  ];
  void startImports();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

const SCREENS = {
  'show-queue': 'queue',
  'show-profiles': 'profiles',
  'show-policy': 'policy',
  'show-evidence': 'evidence',
  'show-handoff': 'handoff',
} as const;
