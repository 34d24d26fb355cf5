/** The packages that an act concerns, by name; a long list says how many more there are. */
import type { PackageSummary } from '../../shared/models.ts';
import { titleOf } from '../state/queue.ts';
import { Foreign } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './chosen-bar.module.css';

/** Names listed before "and 12 more". */
const MOST_NAMES = 6;

export function NameList({ rows }: { readonly rows: readonly PackageSummary[] }) {
  const { t } = useText();
  return (
    <ul className={styles.names}>
      {rows.slice(0, MOST_NAMES).map((row) => (
        <li key={row.archiveSha256}>
          <Foreign>{titleOf(row)}</Foreign>
        </li>
      ))}
      {rows.length > MOST_NAMES ? <li>{t('queue.andMore', { count: rows.length - MOST_NAMES })}</li> : null}
    </ul>
  );
}
