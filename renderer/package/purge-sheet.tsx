/** Deleting the bytes of a package: names it, says what stays, and has Cancel as the default. */
import { purge } from '../state/package.ts';
import { Button } from '../ui/button.tsx';
import { Foreign } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';

interface PurgeSheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function PurgeSheet({ title, isOpen, onClose }: PurgeSheetProps) {
  const { t } = useText();
  return (
    <Sheet
      role="alertdialog"
      size="narrow"
      title={t('queue.purgeTitle', { count: 1 })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('act.cancel')}
          </Button>
          <Button kind="danger" onPress={() => void purge().then(onClose)}>
            {t('act.purge')}
          </Button>
        </>
      }
    >
      <p>
        <Foreign>{title}</Foreign>
      </p>
      <p>{t('queue.purgeMore')}</p>
    </Sheet>
  );
}
