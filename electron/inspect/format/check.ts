/** The format across the package (F4 to F7): sets, listings, what files must say, anchors, support boundary. */
import type { Finding } from '../../../shared/findings.ts';
import type { PackageView } from '../package.ts';
import { checkBoundary } from './boundary.ts';
import { FormatContext } from './context.ts';
import { checkDerivative } from './derivative.ts';
import { checkDimensions } from './dimensions.ts';
import { checkLedger } from './ledger.ts';
import { checkListings } from './listings.ts';
import { checkLongMemory } from './long-memory.ts';
import { checkManifestMutations } from './mutation.ts';
import { checkObligations } from './obligations.ts';
import type { FormatPack } from './pack.ts';
import { checkSets } from './sets.ts';
import { checkHeadingWording } from './wording.ts';

/**
 * All findings of scope/, content/, anchor/ and boundary/ but `anchor/change`, which needs the loaded profile. Reports nothing about a
 * file that another stage condemned: not there, not readable, not listed as it must be.
 */
export function checkFormat(view: PackageView, pack: FormatPack): readonly Finding[] {
  const context = new FormatContext(view, pack);
  return [
    ...checkSets(context),
    ...checkListings(context),
    ...checkHeadingWording(context),
    ...checkObligations(context),
    ...checkDimensions(context),
    ...checkDerivative(context),
    ...checkLongMemory(context),
    ...checkLedger(context),
    ...checkManifestMutations(context),
    ...checkBoundary(context),
  ];
}
