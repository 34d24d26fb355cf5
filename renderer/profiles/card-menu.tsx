/** The acts of a card: as its menu, and as commands of the palette for the profile that the window shows. */
import { Ellipsis } from 'lucide-react';
import { useMemo } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { Profile, ProfileFacts } from '../../shared/models.ts';
import { useOffer } from '../state/commands.ts';
import { IconButton } from '../ui/button.tsx';
import { ActMenu } from '../ui/menu.tsx';
import { useText } from '../ui/text-context.tsx';
import { useCardActs } from './card-acts.tsx';
import type { CardSheet } from './card-sheets.tsx';

interface CardMenuProps {
  readonly profile: Profile;
  readonly facts: ProfileFacts | null;
  readonly isShown: boolean;
  readonly onSheet: (sheet: CardSheet) => void;
}

export function CardMenu({ profile, facts, isShown, onSheet }: CardMenuProps) {
  const { t } = useText();
  const acts = useCardActs(profile, facts, onSheet);
  const label = t('profile.more', { title: profile.title });
  return (
    <>
      <MenuTrigger>
        <IconButton label={label} icon={<Ellipsis size={16} />} />
        <ActMenu label={label} acts={acts} />
      </MenuTrigger>
      {isShown ? <CardCommands acts={acts} title={profile.title} /> : null}
    </>
  );
}

interface CardCommandsProps {
  readonly acts: ReturnType<typeof useCardActs>;
  /** Finds the commands too. */
  readonly title: string;
}

function CardCommands({ acts, title }: CardCommandsProps) {
  const commands = useMemo(
    () =>
      acts
        // A window of its own is offered for every profile, on every screen.
        .filter(({ id, isDisabled }) => !isDisabled && id !== 'window')
        .map(({ id, label, group, run }) => ({ id: `profile-${id}`, label, group, also: title, run })),
    [acts, title],
  );
  useOffer(commands);
  return null;
}
