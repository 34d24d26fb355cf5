/** Where a profile lives, as lines on its card: its own folder, then the wiki folder and the mirror that the person chose. */
import { Ellipsis, Folder, FolderOpen, FolderSync, FolderX, NotebookText, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { Profile, ProfileFacts, ProfilePlace } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ActMenu } from '../ui/menu.tsx';
import { Foreign, Say, SayWhy } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Chip } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { endPlace } from './place-acts.ts';
import styles from './places.module.css';

interface PlacesProps {
  readonly profile: Profile;
  /** Null until they are known. */
  readonly facts: ProfileFacts | null;
  readonly onChoose: (what: ProfilePlace) => void;
}

export function Places({ profile, facts, onChoose }: PlacesProps) {
  const { t } = useText();
  const [ending, setEnding] = useState(false);
  const { profileKey } = profile;
  const wiki = facts?.wiki ?? null;
  const mirror = facts?.mirror ?? null;
  const refresh = async () => {
    const answer = await ask(bridge().refreshMirror({ profileKey }));
    if (answer?.value.mirror?.inStep) announce('said.mirrorRefreshed', { title: profile.title });
  };
  return (
    <ul className={styles.places} aria-label={t('places.list')}>
      <PlaceLine
        icon={<Folder size={15} aria-hidden />}
        name={t('places.folder')}
        folder={profile.path}
        state={null}
        more={null}
        acts={
          <IconButton
            size="small"
            label={t('places.openFolder', { title: profile.title })}
            icon={<FolderOpen size={15} />}
            onPress={() => void ask(bridge().openProfileFolder({ profileKey }))}
          />
        }
      />
      {facts && wiki ? (
        <PlaceLine
          icon={<NotebookText size={15} aria-hidden />}
          name={t('places.wiki')}
          folder={wiki.folder}
          state={wiki.sharedWith.length > 0 ? <Chip tone="review">{t('places.shared')}</Chip> : null}
          more={
            wiki.sharedWith.length > 0 ? (
              <Say k="places.sharedWith" v={{ titles: wiki.sharedWith.map(({ title }) => title) }} />
            ) : null
          }
          acts={
            <PlaceMenu profile={profile} what="wiki" onChoose={onChoose} onEnd={() => void endPlace(facts, 'wiki')} />
          }
        />
      ) : null}
      {!wiki && facts?.longTermMemory ? (
        <li className={styles.place}>
          <NotebookText size={15} aria-hidden />
          <span className={styles.name}>{t('places.wiki')}</span>
          <span className={styles.none}>{t('places.noWiki')}</span>
          <Button size="small" onPress={() => onChoose('wiki')}>
            {t('places.choose')}
          </Button>
        </li>
      ) : null}
      {mirror ? (
        <PlaceLine
          icon={<FolderSync size={15} aria-hidden />}
          name={t('places.mirror')}
          folder={mirror.folder}
          state={
            mirror.inStep ? (
              <Chip tone="accent">{t('places.inStep', { n: mirror.generation ?? 0 })}</Chip>
            ) : (
              <Chip tone="no-op">{t('places.notInStep')}</Chip>
            )
          }
          more={mirrorWords(mirror, profile.current, t)}
          acts={
            <>
              {mirror.inStep ? null : (
                <Button size="small" icon={<RefreshCw size={13} aria-hidden />} onPress={() => void refresh()}>
                  {t('places.refresh')}
                </Button>
              )}
              <PlaceMenu
                profile={profile}
                what="mirror"
                onChoose={onChoose}
                onEnd={() => setEnding(true)}
                onRefresh={() => void refresh()}
              />
            </>
          }
        />
      ) : null}
      <Sheet
        role="alertdialog"
        size="narrow"
        title={<Say plain k="places.endTitle" v={{ title: profile.title }} />}
        isOpen={ending && mirror !== null}
        onClose={() => setEnding(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setEnding(false)}>
              {t('act.cancel')}
            </Button>
            <Button
              kind="danger"
              onPress={() => {
                setEnding(false);
                if (facts) void endPlace(facts, 'mirror');
              }}
            >
              {t('places.endMirror')}
            </Button>
          </>
        }
      >
        <div className={styles.sheet}>
          <p className={styles.now}>
            <Foreign mono>{mirror?.folder ?? ''}</Foreign>
          </p>
          <p>{t('places.endMore')}</p>
        </div>
      </Sheet>
    </ul>
  );
}

interface PlaceLineProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly folder: string;
  readonly state: ReactNode;
  readonly more: ReactNode;
  readonly acts: ReactNode;
}

function PlaceLine({ icon, name, folder, state, more, acts }: PlaceLineProps) {
  return (
    <li className={styles.place}>
      {icon}
      <span className={styles.name}>
        {name} {state}
      </span>
      <span className={styles.path} title={folder}>
        <Foreign mono>{folder}</Foreign>
      </span>
      <span className={styles.acts}>{acts}</span>
      {more ? <span className={styles.more}>{more}</span> : null}
    </li>
  );
}

interface PlaceMenuProps {
  readonly profile: Profile;
  readonly what: ProfilePlace;
  readonly onChoose: (what: ProfilePlace) => void;
  readonly onEnd: () => void;
  readonly onRefresh?: () => void;
}

function PlaceMenu({ profile, what, onChoose, onEnd, onRefresh }: PlaceMenuProps) {
  const { t } = useText();
  const label = t(what === 'wiki' ? 'places.moreWiki' : 'places.moreMirror', { title: profile.title });
  const { profileKey } = profile;
  return (
    <MenuTrigger>
      <IconButton size="small" label={label} icon={<Ellipsis size={15} />} />
      <ActMenu
        label={label}
        acts={[
          {
            id: 'open',
            label: t('act.openFolder'),
            icon: <FolderOpen size={14} />,
            run: () => void ask(bridge().openPlace({ profileKey, what })),
          },
          ...(onRefresh
            ? [{ id: 'refresh', label: t('places.refresh'), icon: <RefreshCw size={14} />, run: onRefresh }]
            : []),
          {
            id: 'change',
            label: t('places.change'),
            icon: <FolderSync size={14} />,
            run: () => onChoose(what),
          },
          {
            id: 'end',
            label: t(what === 'wiki' ? 'places.endWiki' : 'places.endMirrorAsk'),
            icon: <FolderX size={14} />,
            danger: what === 'mirror',
            run: onEnd,
          },
        ]}
      />
    </MenuTrigger>
  );
}

/** Why a mirror is behind, and what it put aside; null when there is nothing to say. */
function mirrorWords(
  { problem, inStep, aside }: NonNullable<ProfileFacts['mirror']>,
  current: number,
  t: ReturnType<typeof useText>['t'],
): ReactNode {
  const why = problem ? (
    <span>
      <SayWhy problem={problem} />
    </span>
  ) : null;
  const behind = !problem && !inStep ? <span>{t('places.behind', { n: current })}</span> : null;
  const kept = aside.length > 0 ? <span>{t('places.aside', { count: aside.length })}</span> : null;
  if (!why && !behind && !kept) return null;
  return (
    <>
      {why}
      {behind}
      {kept}
    </>
  );
}
