/** What a row of the queue shows for a package. Pure. */
import type { PackageSummary } from '../../shared/models.ts';
import type { GlyphName } from '../ui/glyph.tsx';

/** More chips than this would push the name away; the package screen lists all. */
const MOST_SCOPES = 3;

export function glyphOf(
  row: Pick<PackageSummary, 'state' | 'filesDecided' | 'filesTotal' | 'toAcknowledge' | 'acknowledged'>,
): GlyphName {
  switch (row.state) {
    case 'receiving':
      return 'busy';
    case 'no_op':
    case 'failed':
      return 'no-op';
    case 'loaded':
      return 'loaded';
    case 'rejected':
    case 'purged':
      return 'rejected';
    case 'in_review': {
      const everything =
        row.filesTotal > 0 && row.filesDecided >= row.filesTotal && row.acknowledged >= row.toAcknowledge;
      if (everything) return 'approved';
      return row.toAcknowledge > row.acknowledged ? 'review' : 'pending';
    }
  }
}

/** `universal` is part of every package and says nothing. */
export function scopesShown(row: Pick<PackageSummary, 'claims'>): readonly string[] {
  return (row.claims?.scopes ?? []).filter((scope) => scope !== 'universal').slice(0, MOST_SCOPES);
}
