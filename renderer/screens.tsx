/**
 * The screens. The queue comes with the window; the code of the others is read while nobody waits, or when one is shown first. Not with
 * `lazy`: React lets whoever goes to such a screen wait for a third of a second even when its code is there.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import { QueueScreen } from './queue/queue.tsx';
import type { Screen } from './state/session.ts';

const READ = {
  package: async () => (await import('./package/package.tsx')).PackageScreen,
  profiles: async () => (await import('./profiles/profiles.tsx')).ProfilesScreen,
  policy: async () => (await import('./policy/policy.tsx')).PolicyScreen,
  handoff: async () => (await import('./handoff/handoff.tsx')).HandoffScreen,
  evidence: async () => (await import('./evidence/evidence.tsx')).EvidenceScreen,
};
type Name = keyof typeof READ;
type Screens = { readonly [N in Name]: Awaited<ReturnType<(typeof READ)[N]>> };

const useScreens = create<Partial<Screens>>(() => ({}));

async function read(name: Name): Promise<void> {
  if (useScreens.getState()[name]) return;
  const screen = await READ[name]();
  useScreens.setState({ [name]: screen });
}

/** Reads the code of every screen, so that none is waited for. */
export async function readScreens(): Promise<void> {
  for (const name of Object.keys(READ) as Name[]) await read(name);
}

/** The screen itself; nothing until its code is there. */
export function Shown({ screen }: { readonly screen: Screen }) {
  const {
    package: PackageScreen,
    profiles: ProfilesScreen,
    policy: PolicyScreen,
    handoff: HandoffScreen,
    evidence: EvidenceScreen,
  } = useScreens();
  const { at } = screen;
  useEffect(() => {
    if (at !== 'queue') void read(at);
  }, [at]);

  switch (at) {
    case 'queue':
      return <QueueScreen />;
    case 'package':
      return PackageScreen && <PackageScreen key={screen.archive} archive={screen.archive} />;
    case 'profiles':
      return ProfilesScreen && <ProfilesScreen {...(screen.focus ? { focus: screen.focus } : {})} />;
    case 'policy':
      return PolicyScreen && <PolicyScreen />;
    case 'handoff':
      return HandoffScreen && <HandoffScreen />;
    case 'evidence':
      return (
        EvidenceScreen && (
          <EvidenceScreen key={screen.subject ?? ''} {...(screen.subject ? { subject: screen.subject } : {})} />
        )
      );
  }
}
