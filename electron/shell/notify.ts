/** Tells of imports that ended while nobody looked at the program. Nothing else ever notifies, and no word of a package is shown. */
import { Notification } from 'electron';
import { hasEnded, type ImportProgress } from '../../shared/models.ts';
import type { Texts } from './texts.ts';

export interface NotifyParts {
  texts(): Texts;
  /** True while a person has one of the program's windows before them. */
  isWatched(): boolean;
  bringToFront(): void;
}

/** @returns a listener for the progress of imports; it notifies once, when the last of several has ended */
export function notifyOfEnds({ texts, isWatched, bringToFront }: NotifyParts): (progress: ImportProgress) => void {
  const running = new Set<string>();
  let done = 0;
  let broken = 0;
  return ({ importId, stage }) => {
    if (!hasEnded({ stage })) {
      running.add(importId);
      return;
    }
    if (!running.delete(importId)) return;
    if (stage === 'done') done += 1;
    if (stage === 'failed') broken += 1;
    if (running.size > 0) return;
    const t = texts();
    const lines = [
      ...(done > 0 ? [t('importsDone', { number: done })] : []),
      ...(broken > 0 ? [t('importsBroken', { number: broken })] : []),
    ];
    done = 0;
    broken = 0;
    if (lines.length === 0 || isWatched() || !Notification.isSupported()) return;
    const notification = new Notification({ title: t('appName'), body: lines.join(' '), silent: true });
    notification.on('click', bringToFront);
    notification.show();
  };
}
