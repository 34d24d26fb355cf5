/** The one sheet that is open over a profile's card, if any. */
import type { Profile, ProfileContext, ProfileFacts } from '../../shared/models.ts';
import type { Pair } from './compare-model.ts';
import { CompareSheet } from './compare-sheet.tsx';
import { ContextSheet } from './context-sheet.tsx';
import { DeriveSheet } from './derive-sheet.tsx';
import { PlaceSheet } from './place-sheet.tsx';
import { PruneSheet } from './prune-sheet.tsx';
import { RemoveSheet } from './remove-sheet.tsx';
import { VarianceSheet } from './variance-sheet.tsx';

export type CardSheet =
  | { readonly is: 'wiki' | 'mirror' | 'derive' | 'variance' | 'prune' | 'remove' }
  | { readonly is: 'context'; readonly context: ProfileContext }
  | { readonly is: 'compare'; readonly pair: Pair };

interface CardSheetsProps {
  readonly sheet: CardSheet | null;
  readonly profile: Profile;
  readonly facts: ProfileFacts | null;
  readonly onChanged: () => Promise<void>;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function CardSheets({ sheet, profile, facts, onChanged, onRemove, onClose }: CardSheetsProps) {
  switch (sheet?.is) {
    case undefined:
      return null;
    case 'wiki':
    case 'mirror':
      return facts ? <PlaceSheet profile={profile} facts={facts} what={sheet.is} onClose={onClose} /> : null;
    case 'derive':
      return <DeriveSheet profile={profile} onClose={onClose} />;
    case 'variance':
      return <VarianceSheet profile={profile} onClose={onClose} />;
    case 'prune':
      return <PruneSheet profile={profile} onChanged={onChanged} onClose={onClose} />;
    case 'remove':
      return <RemoveSheet profile={profile} onRemove={onRemove} onClose={onClose} />;
    case 'context':
      return <ContextSheet profile={profile} context={sheet.context} onClose={onClose} />;
    case 'compare':
      return <CompareSheet profile={profile} first={sheet.pair} onClose={onClose} />;
  }
}
