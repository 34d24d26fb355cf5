/** One profile: who it is, what can be done with it, and its generations. */
import { BookOpenText, Copy, Ellipsis, ExternalLink, FolderOpen, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { Generation, Profile, ProfileContext } from '../../shared/models.ts';
import { ask, copyText } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { switchProfile, useSession } from '../state/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ActMenu } from '../ui/menu.tsx';
import { Foreign, Say } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Badge, Chip } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { ContextSheet } from './context-sheet.tsx';
import { contextText } from './context-text.ts';
import { Generations } from './generations.tsx';
import styles from './profiles.module.css';
import { restore } from './profiles.tsx';

interface ProfileCardProps {
  readonly profile: Profile;
  readonly isFocused: boolean;
  readonly onChanged: () => Promise<void>;
}

export function ProfileCard({ profile, isFocused, onChanged }: ProfileCardProps) {
  const { t } = useText();
  const shown = useSession((state) => state.profileKey === profile.profileKey);
  const [context, setContext] = useState<ProfileContext | null>(null);
  const [removing, setRemoving] = useState(false);
  const card = useRef<HTMLElement>(null);
  const { profileKey } = profile;

  useEffect(() => {
    if (isFocused) card.current?.scrollIntoView({ block: 'center' });
  }, [isFocused]);

  const read = async () => (await ask(bridge().readContext({ profileKey, generation: null })))?.value ?? null;
  const rollBack = async (to: number) => {
    const answer = await ask(bridge().rollbackProfile({ profileKey, version: profile.version, to }));
    await onChanged();
    if (!answer) return;
    const back = { label: 'act.undo', run: () => void returnTo(profileKey, profile.current, onChanged) };
    announce('said.rolledBack', { title: profile.title, n: to }, back);
  };
  const pin = async ({ n, pinned }: Generation) => {
    const change = { profileKey, version: profile.version, generation: n, pinned: !pinned };
    const answer = await ask(bridge().pinGeneration(change));
    await onChanged();
    if (answer) announce(pinned ? 'said.unpinned' : 'said.pinned', { n });
  };
  const exportGeneration = async ({ n }: Generation) => {
    const saved = await ask(bridge().saveGeneration({ profileKey, generation: n }));
    if (saved?.value) announce('said.exported', { n, path: saved.value });
  };
  const remove = async () => {
    setRemoving(false);
    const answer = await ask(bridge().removeProfile({ profileKey, version: profile.version }));
    await onChanged();
    if (answer)
      announce(
        'said.removed',
        { title: profile.title },
        { label: 'act.undo', run: () => void restore(profile, onChanged) },
      );
  };

  return (
    <article ref={card} className={cx(styles.card, shown && styles.shown)} aria-label={profile.title}>
      <header className={styles.cardHead}>
        <Badge letters={profile.badge} hue={profile.hue} size="large" />
        <div className={styles.names}>
          <h2 className={styles.name}>
            <Foreign>{profile.title}</Foreign>
            {shown ? <Chip tone="accent">{t('profile.shown')}</Chip> : null}
            {profile.active && !shown ? <Chip>{t('profile.active')}</Chip> : null}
          </h2>
          <p className={styles.soft}>
            {t('package.from')} <Foreign>{profile.issuer}</Foreign> · <Foreign mono>{profile.profileId}</Foreign>
          </p>
        </div>
        <div className={styles.acts}>
          {shown ? null : (
            <Button kind="primary" onPress={() => void switchProfile(profileKey)}>
              {t('act.switchHere')}
            </Button>
          )}
          <Button icon={<BookOpenText size={15} />} onPress={() => void read().then(setContext)}>
            {t('act.readContext')}
          </Button>
          <MenuTrigger>
            <IconButton label={t('profile.more', { title: profile.title })} icon={<Ellipsis size={16} />} />
            <ActMenu
              label={t('profile.more', { title: profile.title })}
              acts={[
                {
                  id: 'copy',
                  label: t('act.copyContext'),
                  icon: <Copy size={14} />,
                  run: () => void read().then((value) => value && copyText(contextText(value), 'said.contextCopied')),
                },
                {
                  id: 'window',
                  label: t('act.newWindow'),
                  icon: <ExternalLink size={14} />,
                  run: () => void ask(bridge().openProfileWindow({ profileKey })),
                },
                {
                  id: 'folder',
                  label: t('act.openFolder'),
                  icon: <FolderOpen size={14} />,
                  run: () => void ask(bridge().openProfileFolder({ profileKey })),
                },
                {
                  id: 'remove',
                  label: t('act.removeProfile'),
                  icon: <Trash2 size={14} />,
                  danger: true,
                  run: () => setRemoving(true),
                },
              ]}
            />
          </MenuTrigger>
        </div>
      </header>
      <Generations
        profile={profile}
        onRollBack={(n) => void rollBack(n)}
        onPin={(generation) => void pin(generation)}
        onExport={(generation) => void exportGeneration(generation)}
      />
      <p className={styles.path} title={profile.path}>
        <Foreign mono>{profile.path}</Foreign>
      </p>
      <ContextSheet profile={profile} context={context} onClose={() => setContext(null)} />
      <Sheet
        role="alertdialog"
        size="narrow"
        title={<Say plain k="profiles.removeTitle" v={{ title: profile.title }} />}
        isOpen={removing}
        onClose={() => setRemoving(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setRemoving(false)}>
              {t('act.cancel')}
            </Button>
            <Button kind="danger" onPress={() => void remove()}>
              {t('act.removeProfile')}
            </Button>
          </>
        }
      >
        <p>{t('profiles.removeMore', { count: profile.generations.length })}</p>
      </Sheet>
    </article>
  );
}

/** Takes a roll-back back: the profile has a newer version by now, so it is asked for first. */
async function returnTo(profileKey: string, generation: number, onChanged: () => Promise<void>): Promise<void> {
  const profiles = await ask(bridge().listProfiles({ removed: false }));
  const now = profiles?.value.find((profile) => profile.profileKey === profileKey);
  if (!now) return;
  const answer = await ask(bridge().rollbackProfile({ profileKey, version: now.version, to: generation }));
  await onChanged();
  if (answer) announce('said.rolledBack', { title: now.title, n: generation });
}
