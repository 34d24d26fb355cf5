/** Keys of the queue that need no row: Ctrl or Cmd with A chooses all that is listed, Escape chooses nothing. */
import { useEffect } from 'react';
import { chooseAll, clearChosen } from '../state/choosing.ts';
import { useChosenWork } from '../state/chosen-acts.ts';
import { useQueue } from '../state/queue.ts';

/** Where these keys mean something else: a field, a dialog, a menu. */
const ELSEWHERE =
  'input:not([type="checkbox"]), textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

export function useQueueKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || target?.closest(ELSEWHERE) || useChosenWork.getState().work) return;
      const isAll =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a';
      if (isAll) void chooseAll();
      else if (event.key === 'Escape' && useQueue.getState().chosen.size > 0) clearChosen();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
