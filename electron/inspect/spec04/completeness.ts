/** What the final scan says, whether outcomes agree with it, and whether "complete" may be claimed (format F11). */
import { type Fault, fault } from './fault.ts';
import { type Members, namedAt, objectAt, textsAt } from './members.ts';
import { shown } from './schema.ts';

const SCAN = '/body/finalIntakeScan';

/** Contradictions inside the final scan, and between it and the outcomes. */
export function checkFinalScan(message: Members): readonly Fault[] {
  const scan = objectAt(message, 'body', 'finalIntakeScan');
  const { pendingNonPlaceholderFileCount: pending, placeholderOnly } = scan;
  const remaining = textsAt(message, 'body', 'finalIntakeScan', 'sourceCopiesRemaining');
  const faults: Fault[] = [];
  if (placeholderOnly === true && typeof pending === 'number' && pending > 0) {
    faults.push(
      fault('spec04/final-scan', `${SCAN}/placeholderOnly`, { variant: 'placeholder-count', actual: pending }),
    );
  }
  if (placeholderOnly === true && remaining.length > 0) {
    const detail = { variant: 'placeholder-copies', actual: remaining.length, name: shown(remaining[0]?.text) };
    faults.push(fault('spec04/final-scan', `${SCAN}/placeholderOnly`, detail));
  }
  const copies = new Map(remaining.map(({ text, pointer }) => [text, pointer]));
  for (const { text, item, itemPointer } of namedAt(message, ['body', 'fileOutcomes'], 'path')) {
    const removal = objectAt(item, 'sourceSiteRemoval');
    const pointer = `${itemPointer}/sourceSiteRemoval/removed`;
    const other = copies.get(text) ?? (typeof removal.path === 'string' ? copies.get(removal.path) : undefined);
    if (removal.removed === true && other !== undefined) {
      faults.push(fault('spec04/final-scan', pointer, { variant: 'still-there', name: shown(text), other }));
    }
    if (removal.removed === false && other === undefined && placeholderOnly === true && pending === 0) {
      faults.push(fault('spec04/final-scan', pointer, { variant: 'not-there', name: shown(text) }));
    }
  }
  return faults;
}

/** Everything that forbids `intakeComplete: true`, each by itself. */
export function checkComplete(message: Members): readonly Fault[] {
  if (objectAt(message, 'body').intakeComplete !== true) return [];
  const scan = objectAt(message, 'body', 'finalIntakeScan');
  const faults: Fault[] = [];
  const forbid = (pointer: string, detail: Fault['detail']): void => {
    faults.push(fault('spec04/intake-complete', pointer, detail));
  };
  if (scan.recorded === false) forbid(`${SCAN}/recorded`, { variant: 'unrecorded' });
  const { pendingNonPlaceholderFileCount: pending } = scan;
  if (typeof pending === 'number' && pending > 0) {
    forbid(`${SCAN}/pendingNonPlaceholderFileCount`, { variant: 'pending', actual: pending });
  }
  if (scan.placeholderOnly === false) forbid(`${SCAN}/placeholderOnly`, { variant: 'not-placeholder-only' });
  const remaining = textsAt(message, 'body', 'finalIntakeScan', 'sourceCopiesRemaining');
  if (remaining.length > 0) {
    const detail = { variant: 'source-copies', actual: remaining.length, name: shown(remaining[0]?.text) };
    forbid(`${SCAN}/sourceCopiesRemaining`, detail);
  }
  for (const { text, item, itemPointer } of namedAt(message, ['body', 'fileOutcomes'], 'path')) {
    if (item.processedOutcome !== 'kept-active-with-reason') continue;
    forbid(`${itemPointer}/processedOutcome`, { variant: 'kept-active', name: shown(text) });
  }
  const listed = new Set(namedAt(message, ['body', 'fileManifest'], 'path').map(({ text }) => text));
  for (const { text, pointer } of textsAt(message, 'body', 'liveIntakeScan', 'filePaths')) {
    if (!listed.has(text)) forbid(pointer, { variant: 'unlisted', name: shown(text) });
  }
  return faults;
}
