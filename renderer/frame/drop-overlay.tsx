/** The whole window takes files. While something is held over it, the overlay says what letting go will do. */
import { PackageOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dropFiles } from '../state/imports.ts';
import { announce } from '../state/notices.ts';
import { go } from '../state/session.ts';
import { useT } from '../ui/text-context.tsx';
import styles from './frame.module.css';

export function DropOverlay() {
  const t = useT();
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Entering a child fires before leaving its parent: only the count tells whether the window was left.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent) => {
      event.preventDefault();
      depth += 1;
      if (carriesFiles(event)) setOver(true);
    };
    const onLeave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const onOver = (event: DragEvent) => {
      // Always: a window that lets a drop through would navigate to the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = carriesFiles(event) ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) {
        announce('said.dropWithoutFiles');
        return;
      }
      go({ at: 'queue' });
      void dropFiles(files);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  if (!over) return null;
  return (
    <div className={styles.overlay} data-testid="drop-overlay">
      <div className={styles.overlayBox}>
        <PackageOpen size={44} strokeWidth={1.3} aria-hidden />
        <strong>{t('drop.title')}</strong>
        <span>{t('drop.more')}</span>
      </div>
    </div>
  );
}
