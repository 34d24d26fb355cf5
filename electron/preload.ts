/**
 * The bridge between the page and the main process: one named function per method of the contract, nothing general.
 * Runs sandboxed, as one CommonJS file; the page never sees `ipcRenderer`, a channel name or a path of a dropped file.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, DeskEvents, DeskMethod, ShellEvents, ShellMethod } from '../shared/contract.ts';
import type { Answer, ImportProgress } from '../shared/models.ts';
import { callChannel, EVENT_CHANNEL } from './shell/channels.ts';

type Method = DeskMethod | ShellMethod;
type EventName = keyof (DeskEvents & ShellEvents);

/** The allow lists. Leaving out or inventing a name does not compile. */
const METHODS: Readonly<Record<Method, true>> = {
  appInfo: true,
  getSettings: true,
  setSettings: true,
  importFiles: true,
  importSample: true,
  cancelImport: true,
  listImports: true,
  listQueue: true,
  getPackage: true,
  readFile: true,
  readBytes: true,
  diffFile: true,
  searchPackage: true,
  markViewed: true,
  decideFiles: true,
  acknowledgeFindings: true,
  undo: true,
  rejectPackage: true,
  reopenPackage: true,
  purgePackage: true,
  retryPackage: true,
  planLoad: true,
  loadPackage: true,
  listProfiles: true,
  switchProfile: true,
  rollbackProfile: true,
  removeProfile: true,
  restoreProfile: true,
  pinGeneration: true,
  exportGeneration: true,
  readContext: true,
  profileFacts: true,
  refreshMirror: true,
  derivativeSource: true,
  makeDerivative: true,
  makeVariance: true,
  compareGenerations: true,
  diffGenerations: true,
  planPrune: true,
  pruneGenerations: true,
  getPolicy: true,
  readPolicyText: true,
  previewPolicy: true,
  setPolicy: true,
  resetPolicy: true,
  acceptOnce: true,
  listEvents: true,
  verifyEvents: true,
  makeReport: true,
  handoffState: true,
  handoffAct: true,
  readHandoffFile: true,
  readHandoffMessage: true,
  makePackageMessage: true,
  startProblem: true,
  windowRests: true,
  chooseFiles: true,
  saveReport: true,
  saveReports: true,
  stopReports: true,
  saveGeneration: true,
  makeProblemReport: true,
  saveProblemReport: true,
  choosePath: true,
  suggestWiki: true,
  choosePlace: true,
  setPlace: true,
  endPlace: true,
  openPlace: true,
  saveDerivative: true,
  saveVariance: true,
  openDataFolder: true,
  openProfileFolder: true,
  copyText: true,
  openProfileWindow: true,
  windowProfile: true,
  setWindowProfile: true,
};
const EVENTS: Readonly<Record<EventName, true>> = {
  'intake-progress': true,
  changed: true,
  command: true,
  'export-progress': true,
};

const listeners = new Map<EventName, Set<(data: never) => void>>();
ipcRenderer.on(EVENT_CHANNEL, (_event, name: EventName, data: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(data as never);
});

function on(event: EventName, listener: (data: never) => void): () => void {
  if (!Object.hasOwn(EVENTS, event) || typeof listener !== 'function') return () => {};
  const all = listeners.get(event) ?? new Set();
  listeners.set(event, all);
  all.add(listener);
  return () => {
    all.delete(listener);
  };
}

/** Of things without a path; each is told by itself, also when the same one is dropped again. */
let pathlessSoFar = 0;

/** A dropped thing that has no path on this machine: a picture from a web page, text, a file made by a script. */
function pathless(name: string): ImportProgress {
  pathlessSoFar += 1;
  return {
    importId: `dropped-${pathlessSoFar}`,
    fileName: name,
    stage: 'failed',
    done: 0,
    total: 0,
    archiveSha256: null,
    known: false,
    problem: { code: 'source-missing', values: { path: name, file: name } },
  };
}

/** Imports what has a path, and tells of each thing that has none; nothing is dropped in silence. */
async function importDropped(files: readonly unknown[]): Promise<Answer<readonly ImportProgress[]>> {
  const paths: string[] = [];
  const without: ImportProgress[] = [];
  for (const file of files) {
    const path = file instanceof File ? webUtils.getPathForFile(file) : '';
    if (path === '') without.push(pathless(file instanceof File ? file.name : ''));
    else paths.push(path);
  }
  if (paths.length === 0) return { ok: true, value: without };
  const answer = (await ipcRenderer.invoke(callChannel('importFiles'), { paths })) as Answer<readonly ImportProgress[]>;
  return answer.ok ? { ok: true, value: [...answer.value, ...without] } : answer;
}

const calls = Object.fromEntries(
  (Object.keys(METHODS) as Method[]).map((method) => [
    method,
    (args: unknown) => ipcRenderer.invoke(callChannel(method), args),
  ]),
);
const bridge: Bridge = { ...(calls as unknown as Bridge), importDropped, on: on as Bridge['on'] };

contextBridge.exposeInMainWorld('uaix', bridge);
