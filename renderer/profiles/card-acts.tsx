/** What else can be done with a profile, in four groups: using it, its places, what is made of it, and putting it in order. */
import {
  Copy,
  ExternalLink,
  FileText,
  FolderOpen,
  FolderSync,
  GitCompareArrows,
  NotebookText,
  Scissors,
  Split,
  Trash2,
} from 'lucide-react';
import { useMemo } from 'react';
import type { Profile, ProfileFacts } from '../../shared/models.ts';
import { ask, copyText } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import type { MenuAct } from '../ui/menu.tsx';
import { useText } from '../ui/text-context.tsx';
import type { CardSheet } from './card-sheets.tsx';
import { pairWith } from './compare-model.ts';
import { contextText } from './context-text.ts';
import { readContext } from './profile-acts.ts';

type GroupedAct = MenuAct & { readonly group: string };

/** @param facts null while they are not known; acts that need them cannot be chosen until then */
export function useCardActs(
  profile: Profile,
  facts: ProfileFacts | null,
  onSheet: (sheet: CardSheet) => void,
): readonly GroupedAct[] {
  const { t } = useText();
  return useMemo(() => {
    const { profileKey } = profile;
    const pair = pairWith(profile, profile.current);
    const [use, places, make, order] = [
      t('profile.group.use'),
      t('profile.group.places'),
      t('profile.group.make'),
      t('profile.group.order'),
    ];
    return [
      {
        id: 'copy',
        group: use,
        label: t('act.copyContext'),
        icon: <Copy size={14} />,
        run: () =>
          void readContext(profileKey).then((value) => value && copyText(contextText(value), 'said.contextCopied')),
      },
      {
        id: 'window',
        group: use,
        label: t('act.newWindow'),
        icon: <ExternalLink size={14} />,
        run: () => void ask(bridge().openProfileWindow({ profileKey })),
      },
      {
        id: 'folder',
        group: use,
        label: t('act.openFolder'),
        icon: <FolderOpen size={14} />,
        run: () => void ask(bridge().openProfileFolder({ profileKey })),
      },
      {
        id: 'wiki',
        group: places,
        label: t('act.wiki'),
        icon: <NotebookText size={14} />,
        isDisabled: facts === null || !(facts.longTermMemory || facts.wiki),
        run: () => onSheet({ is: 'wiki' }),
      },
      {
        id: 'mirror',
        group: places,
        label: t('act.mirror'),
        icon: <FolderSync size={14} />,
        isDisabled: facts === null,
        run: () => onSheet({ is: 'mirror' }),
      },
      {
        id: 'derive',
        group: make,
        label: t('act.derive'),
        icon: <Split size={14} />,
        isDisabled: !facts?.persona,
        run: () => onSheet({ is: 'derive' }),
      },
      {
        id: 'variance',
        group: make,
        label: t('act.variance'),
        icon: <FileText size={14} />,
        isDisabled: !facts?.persona,
        run: () => onSheet({ is: 'variance' }),
      },
      {
        id: 'compare',
        group: order,
        label: t('act.compare'),
        icon: <GitCompareArrows size={14} />,
        isDisabled: pair === null,
        run: () => pair && onSheet({ is: 'compare', pair }),
      },
      {
        id: 'prune',
        group: order,
        label: t('act.prune'),
        icon: <Scissors size={14} />,
        isDisabled: pair === null,
        run: () => onSheet({ is: 'prune' }),
      },
      {
        id: 'remove',
        group: order,
        label: t('act.removeProfile'),
        icon: <Trash2 size={14} />,
        danger: true,
        run: () => onSheet({ is: 'remove' }),
      },
    ];
  }, [t, profile, facts, onSheet]);
}
