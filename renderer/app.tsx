/** The window as a whole: language, theme, the frame, and one screen in it. */
import { useEffect } from 'react';
import { EvidenceScreen } from './evidence/evidence.tsx';
import { Frame } from './frame/frame.tsx';
import { ProblemSheet } from './frame/problem-sheet.tsx';
import { StartProblem } from './frame/start-problem.tsx';
import { HandoffScreen } from './handoff/handoff.tsx';
import { PackageScreen } from './package/package.tsx';
import { PolicyScreen } from './policy/policy.tsx';
import { ProfilesScreen } from './profiles/profiles.tsx';
import { QueueScreen } from './queue/queue.tsx';
import { listen } from './state/listen.ts';
import { languageOf, type Screen, startSession, useSession } from './state/session.ts';
import { TextProvider } from './ui/text-context.tsx';

export function App() {
  const language = useSession(languageOf);
  const theme = useSession((state) => state.settings.theme);
  const screen = useSession((state) => state.screen);
  const startProblem = useSession((state) => state.startProblem);

  useEffect(() => {
    void startSession();
    return listen();
  }, []);

  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <TextProvider language={language}>
      {startProblem ? (
        <StartProblem problem={startProblem} />
      ) : (
        <Frame>
          <Shown screen={screen} />
        </Frame>
      )}
      <ProblemSheet />
    </TextProvider>
  );
}

function Shown({ screen }: { readonly screen: Screen }) {
  switch (screen.at) {
    case 'queue':
      return <QueueScreen />;
    case 'package':
      return <PackageScreen key={screen.archive} archive={screen.archive} />;
    case 'profiles':
      return <ProfilesScreen {...(screen.focus ? { focus: screen.focus } : {})} />;
    case 'policy':
      return <PolicyScreen />;
    case 'handoff':
      return <HandoffScreen />;
    case 'evidence':
      return <EvidenceScreen key={screen.subject ?? ''} {...(screen.subject ? { subject: screen.subject } : {})} />;
  }
}
