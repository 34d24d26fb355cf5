/** The window as a whole: language, theme, the frame, and one screen in it. */
import { useEffect } from 'react';
import { Frame } from './frame/frame.tsx';
import { ProblemSheet } from './frame/problem-sheet.tsx';
import { StartProblem } from './frame/start-problem.tsx';
import { readScreens, Shown } from './screens.tsx';
import { answerOf } from './state/acts.ts';
import { bridge } from './state/bridge.ts';
import { listen } from './state/listen.ts';
import { languageOf, startSession, useSession } from './state/session.ts';
import { TextProvider } from './ui/text-context.tsx';

/** A person who begins at once goes first. */
const REST_AFTER_MS = 500;
/** A window that somebody works in may never be called idle; what is done ahead must come ahead all the same. */
const REST_AT_LATEST_MS = 2_000;

export function App() {
  const language = useSession(languageOf);
  const theme = useSession((state) => state.settings.theme);
  const screen = useSession((state) => state.screen);
  const startProblem = useSession((state) => state.startProblem);

  useEffect(() => {
    void startSession().then(() =>
      setTimeout(() => requestIdleCallback(() => void takeRest(), { timeout: REST_AT_LATEST_MS }), REST_AFTER_MS),
    );
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

/** What is done ahead of need begins once the window stands: first its own, then that of the desk. */
async function takeRest(): Promise<void> {
  // What breaks off here, as when the program ends, is asked for again when it is needed.
  await readScreens().catch(() => {});
  await answerOf(bridge().windowRests({}));
}
