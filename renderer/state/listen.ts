/** What the desk and the shell tell without being asked. */

import { openFiles } from './acts.ts';
import { bridge } from './bridge.ts';
import { tellChange } from './changes.ts';
import { gathered } from './gather.ts';
import { startImports, takeProgress, takeStarted } from './imports.ts';
import { refreshPackage, takeChange, undo, usePackage } from './package.ts';
import { refreshQueueSoon } from './queue.ts';
import { go, refreshProfiles, refreshSettings, setOverlay, useSession } from './session.ts';

const refreshSettingsSoon = gathered(refreshSettings);
const refreshProfilesSoon = gathered(refreshProfiles);
const refreshPackageSoon = gathered(refreshPackage);

/** Starts listening; the returned function stops it. */
export function listen(): () => void {
  const stops = [
    bridge().on('intake-progress', takeProgress),
    bridge().on('changed', ({ what, key, review }) => {
      if (what === 'settings') refreshSettingsSoon();
      if (what === 'profile') refreshProfilesSoon();
      if (what === 'package' || what === 'policy' || what === 'profile') {
        refreshQueueSoon();
        const shown = usePackage.getState().archive;
        if (review) void takeChange(review);
        else if (shown && (what !== 'package' || key === shown)) refreshPackageSoon();
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
