/** The three protected anchors, and what a message says about changing them (format F6, F11). */
import { ANCHOR_PATHS, isAnchorPath } from '../../../shared/models.ts';
import { type Fault, fault } from './fault.ts';
import { listAt, type Members, namedAt, objectAt, textsAt } from './members.ts';

const EVIDENCE = '/body/anchorEvidence';

/** The protected set and the read order name all three anchors, once each. */
export function checkAnchors(message: Members): readonly Fault[] {
  const set = namedAt(message, ['body', 'anchorEvidence', 'protectedSet'], 'path');
  const order = textsAt(message, 'body', 'anchorEvidence', 'readOrder');
  const isList = (name: string): boolean => listAt(message, 'body', 'anchorEvidence', name) !== null;
  return [
    ...(isList('protectedSet') ? onceEach(set, 'protectedSet') : []),
    ...(isList('readOrder') ? onceEach(order, 'readOrder') : []),
  ];
}

function onceEach(named: readonly { text: string; pointer: string }[], member: string): readonly Fault[] {
  const seen = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { text, pointer } of named) {
    // Another name is the schema's to refuse.
    if (!isAnchorPath(text)) continue;
    const other = seen.get(text);
    if (other === undefined) seen.set(text, pointer);
    else faults.push(fault('spec04/anchors', pointer, { variant: 'double', member, anchor: text, other }));
  }
  for (const anchor of ANCHOR_PATHS) {
    if (!seen.has(anchor))
      faults.push(fault('spec04/anchors', `${EVIDENCE}/${member}`, { variant: 'missing', member, anchor }));
  }
  return faults;
}

/** Texts that stand where evidence should: nothing is proven by them. */
const NO_EVIDENCE =
  /^(?:|-+|—|n\/?a|no|none|nil|null|tbd|todo|unknown|pending|missing|absent|not[ _-](?:applicable|available|provided|recorded|requested|required))\.?$/iu;

/**
 * A mutation that was asked for has its authorisation, a kept prior version and rollback evidence; where one of them is missing, a
 * no-op receipt says that nothing came of it. An authorisation that nobody asked for is held to the same.
 */
export function checkMutation(message: Members): readonly Fault[] {
  const evidence = objectAt(message, 'body', 'anchorEvidence');
  const mutation = objectAt(evidence, 'mutation');
  if (mutation.requested !== true && mutation.governedChangeAuthorized !== true) return [];
  const receipts = listAt(evidence, 'noOpReceipts');
  const at = (member: string): string => `${EVIDENCE}/mutation/${member}`;
  const lacks = (member: string): boolean => {
    const text = mutation[member];
    return typeof text === 'string' && NO_EVIDENCE.test(text.trim());
  };
  if (mutation.governedChangeAuthorized === false) {
    // Asked for and not authorised: a no-op, which leaves its receipt.
    if (receipts === null || receipts.length > 0) return [];
    return [fault('spec04/mutation', `${EVIDENCE}/noOpReceipts`, { variant: 'no-receipt' })];
  }
  if (receipts !== null && receipts.length > 0) return [];
  const faults: Fault[] = [];
  if (lacks('authorizationEvidence')) {
    faults.push(fault('spec04/mutation', at('authorizationEvidence'), { variant: 'authorization' }));
  }
  if (mutation.priorVersionPreserved === false) {
    faults.push(fault('spec04/mutation', at('priorVersionPreserved'), { variant: 'prior-version' }));
  }
  if (lacks('rollbackEvidence')) faults.push(fault('spec04/mutation', at('rollbackEvidence'), { variant: 'rollback' }));
  return faults;
}
