/** Gathers what "Report a problem" tells, and saves exactly what the person has read. */
import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import type { BrowserWindow } from 'electron';
import { type Answer, accepted, type Problem, refused } from '../../shared/models.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import { appVersion } from '../resources.ts';
import { problemReport } from './problem-report.ts';
import { saveAs } from './save-as.ts';
import type { Texts } from './texts.ts';

export interface ProblemSources {
  readonly dataFolder: string;
  readonly logPath: string;
  /** The desk, or why it could not be opened. */
  readonly outcome: Promise<{ ok: true; value: OpenDesk } | { ok: false; problem: Problem }>;
  texts(): Texts;
}

const FILE_NAME = 'uaix-desktop-problem.txt';

function versions(): Record<string, string> {
  const { electron = 'none', chrome = 'none', node } = process.versions;
  return {
    'UAIX-Desktop': appVersion(),
    Electron: electron,
    Chromium: chrome,
    Node: node,
    platform: process.platform,
    architecture: process.arch,
    release: release(),
  };
}

/** The log; a log that cannot be read is an empty one, and the report is made all the same. */
async function readLog(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

async function gather({ dataFolder, logPath, outcome, texts }: ProblemSources): Promise<string> {
  const opened = await outcome;
  const log = await readLog(logPath);
  const common = { utc: new Date().toISOString(), versions: versions(), log };
  if (!opened.ok) {
    const { problem } = opened;
    const { examineUnopenedDesk } = await import('../desk/local-desk.ts');
    const doctor = examineUnopenedDesk(dataFolder, problem);
    return problemReport({ ...common, startProblem: problem.code, doctor, packagesByState: {}, findings: [] }, texts());
  }
  const { desk, local } = opened.value;
  const page = await desk.listQueue({ states: [], search: '', sort: 'received', offset: 0, limit: 1 });
  return problemReport(
    {
      ...common,
      startProblem: null,
      doctor: await local.examine(false),
      packagesByState: page.ok ? page.value.byState : {},
      findings: local.findingCounts(),
    },
    texts(),
  );
}

export interface ProblemBundle {
  /** Makes the report anew for this window to show. */
  make(window: BrowserWindow): Promise<Answer<string>>;
  /** Saves the report that this window shows. Answers null when cancelled. */
  save(window: BrowserWindow): Promise<Answer<string | null>>;
}

export function problemBundle(sources: ProblemSources): ProblemBundle {
  /** What each window has shown: nothing else can be saved. */
  const shown = new WeakMap<BrowserWindow, string>();
  return {
    async make(window) {
      const text = await gather(sources);
      shown.set(window, text);
      return accepted(text);
    },
    async save(window) {
      const text = shown.get(window);
      if (text === undefined) return refused('bad-request', { method: 'saveProblemReport', reason: 'nothing shown' });
      return saveAs(window, sources.texts()('problemSaveTitle'), FILE_NAME, text);
    },
  };
}
