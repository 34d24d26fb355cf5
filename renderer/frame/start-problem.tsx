/** The desk could not be opened: what happened and the way out, instead of screens that cannot work. */
import { FolderOpen } from 'lucide-react';
import type { Problem } from '../../shared/models.ts';
import { bridge } from '../state/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { SayProblem } from '../ui/say.tsx';
import { Empty } from '../ui/small.tsx';
import { useT } from '../ui/text-context.tsx';
import styles from './frame.module.css';

export function StartProblem({ problem }: { readonly problem: Problem }) {
  const t = useT();
  return (
    <main className={styles.startProblem} role="alert">
      <Empty
        drawing={<Glyph name="no-op" size={36} />}
        title={<SayProblem problem={problem} part="title" />}
        actions={
          <Button icon={<FolderOpen size={15} />} onPress={() => void bridge().openDataFolder({})}>
            {t('act.openDataFolder')}
          </Button>
        }
      >
        <p>
          <SayProblem problem={problem} part="explanation" />
        </p>
        <p>
          <SayProblem problem={problem} part="todo" />
        </p>
      </Empty>
    </main>
  );
}
