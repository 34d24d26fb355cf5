/** What each key of the review desk does. */
import {
  canDiff,
  decide,
  goToFinding,
  markViewed,
  selectedFile,
  setMode,
  stepFile,
  undo,
  usePackage,
} from '../state/package.ts';
import { go, setOverlay } from '../state/session.ts';
import { stepFinding } from './findings-model.ts';
import { findingsInOrder } from './findings-order.ts';
import type { ReviewCommand } from './keys.ts';
import type { ScreenActsRegistry } from './screen-acts.ts';

interface CommandContext {
  readonly acts: ScreenActsRegistry;
  readonly showFindings: () => void;
}

/** The file in the viewer, while the package can be decided about. */
function reviewedFile() {
  const state = usePackage.getState();
  return state.detail?.state === 'in_review' ? selectedFile(state) : null;
}

function walkFindings(step: 1 | -1, { showFindings }: CommandContext): void {
  const { detail, finding } = usePackage.getState();
  const next = detail && stepFinding(findingsInOrder(detail), finding, step);
  if (!next) return;
  showFindings();
  void goToFinding(next);
}

export const REVIEW_COMMANDS: Readonly<Record<ReviewCommand, (context: CommandContext) => void>> = {
  'next-file': () => void stepFile(1),
  'previous-file': () => void stepFile(-1),
  'next-finding': (context) => walkFindings(1, context),
  'previous-finding': (context) => walkFindings(-1, context),
  approve() {
    const file = reviewedFile();
    if (file) void decide(file.path, 'approved');
  },
  reject() {
    const file = reviewedFile();
    if (file) void decide(file.path, 'rejected');
  },
  viewed() {
    const file = reviewedFile();
    if (file) void markViewed(file.path, file.sha256);
  },
  undo: () => void undo(),
  'next-hunk': ({ acts }) => acts.get('nextHunk')?.(),
  'previous-hunk': ({ acts }) => acts.get('previousHunk')?.(),
  filter: ({ acts }) => acts.get('filter')?.(),
  find: ({ acts }) => acts.get('find')?.(),
  help: () => setOverlay('help'),
  text() {
    if (selectedFile(usePackage.getState())?.kind !== 'binary') setMode('text');
  },
  diff() {
    const file = selectedFile(usePackage.getState());
    if (file && canDiff(file)) setMode('diff');
  },
  raw: () => setMode('raw'),
  back: () => go({ at: 'queue' }),
};
