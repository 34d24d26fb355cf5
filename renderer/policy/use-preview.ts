/** Asks the desk what a text would change, once typing pauses. */
import { useEffect, useState } from 'react';
import type { PolicyPreview } from '../../shared/contract.ts';
import type { Problem } from '../../shared/models.ts';
import { bridge } from '../state/bridge.ts';

/** Typing pauses this long before the desk is asked what a change would do. */
const TYPING_MS = 350;

export interface Preview {
  /** Null until the desk has answered, and when the text does not pass. */
  readonly preview: PolicyPreview | null;
  readonly fault: Problem | null;
}

/** @param isWanted false while there is nothing to ask about */
export function usePreview(draft: string, isWanted: boolean): Preview {
  const [preview, setPreview] = useState<PolicyPreview | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  useEffect(() => {
    setPreview(null);
    setFault(null);
    if (!isWanted) return;
    let late = false;
    const timer = setTimeout(() => {
      void bridge()
        .previewPolicy({ text: draft })
        .then((answer) => {
          if (late) return;
          if (answer.ok) setPreview(answer.value);
          else setFault(answer.problem);
        });
    }, TYPING_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [draft, isWanted]);
  return { preview, fault };
}
