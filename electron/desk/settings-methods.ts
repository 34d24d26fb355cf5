/** Facts about this installation, and its settings. */
import { existsSync, readdirSync } from 'node:fs';
import type { AppInfo, Desk } from '../../shared/contract.ts';
import type { ChainState } from '../../shared/models.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';
import { keepValue, keptValues } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { samplesFolder } from '../resources.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';

type Methods = Pick<Desk, 'appInfo' | 'getSettings' | 'setSettings'>;

/** Settings live in one row each; names that other rooms keep in the same table begin otherwise. */
const PREFIX = 'settings.';

/** @param chain what verifying the event log at the start found */
export function settingsMethods(context: DeskContext, chain: ChainState): Methods {
  const { db } = context;
  return answering({
    appInfo: (): AppInfo => ({
      version: context.appVersion,
      dataFolder: db.layout.root,
      platform: process.platform,
      systemLanguage: context.systemLanguage,
      samples: sampleIds(),
      chain,
    }),
    getSettings: () => readSettings(db),
    setSettings(changes: Partial<Settings>) {
      db.transaction(() => {
        for (const [name, value] of Object.entries(changes)) keepValue(db, PREFIX + name, JSON.stringify(value));
      });
      context.emit('changed', { what: 'settings', key: '' });
      return readSettings(db);
    },
  });
}

/** What is stored, over the defaults. A value that this version does not know counts as absent. */
export function readSettings(db: DeskDatabase): Settings {
  const stored = new Map(
    keptValues(db, PREFIX).map(({ name, value }) => [name.slice(PREFIX.length), JSON.parse(value) as unknown]),
  );
  const choice = <T>(name: keyof Settings, known: readonly T[], otherwise: T): T => {
    const value = stored.get(name) as T;
    return known.includes(value) ? value : otherwise;
  };
  return {
    language: choice('language', ['system', 'en', 'zh-CN'], DEFAULT_SETTINGS.language),
    theme: choice('theme', ['system', 'light', 'dark'], DEFAULT_SETTINGS.theme),
    singleKeys: choice('singleKeys', [true, false], DEFAULT_SETTINGS.singleKeys),
    autoAdvance: choice('autoAdvance', [true, false], DEFAULT_SETTINGS.autoAdvance),
  };
}

/** Sample packages that were built with the program. */
function sampleIds(): readonly string[] {
  const folder = samplesFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.uaix'))
    .map((name) => name.slice(0, -'.uaix'.length))
    .sort();
}
