/** Before a profile is taken out of use: what stays, and that it can come back. */
import type { Profile } from '../../shared/models.ts';
import { Button } from '../ui/button.tsx';
import { Say } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';

interface RemoveSheetProps {
  readonly profile: Profile;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function RemoveSheet({ profile, onRemove, onClose }: RemoveSheetProps) {
  const { t } = useText();
  return (
    <Sheet
      role="alertdialog"
      size="narrow"
      title={<Say plain k="profiles.removeTitle" v={{ title: profile.title }} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('act.cancel')}
          </Button>
          <Button kind="danger" onPress={onRemove}>
            {t('act.removeProfile')}
          </Button>
        </>
      }
    >
      <p>{t('profiles.removeMore', { count: profile.generations.length })}</p>
    </Sheet>
  );
}
