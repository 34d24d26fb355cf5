/** A desk as the window has it a moment after it stands: its inspector, the built one, has rehearsed. */
import { join } from 'node:path';
import { type OpenDesk, openDesk } from '../../../electron/desk/open-desk.ts';
import { value } from '../../../electron/desk/testing.ts';
import { childInspector } from '../../../electron/inspector/spawn-child.ts';
import type { SpawnInspector } from '../../../electron/inspector/transport.ts';

import type { ImportProgress } from '../../../shared/models.ts';

/** In milliseconds. */
const REST_MS = 500;

const ROOT = join(import.meta.dirname, '../../..');

/** Opens a desk and waits until its inspector has gone through the sample that a window gives it first. */
export async function warmDesk(dataFolder: string): Promise<OpenDesk> {
  const ready = Promise.withResolvers<void>();
  const spawnInspector: SpawnInspector = (place) => {
    const started = childInspector(place, join(ROOT, 'dist', 'electron', 'inspector.js'));
    return {
      ...started,
      onMessage(listener) {
        started.onMessage((message) => {
          listener(message);
          if ((message as { readonly type?: unknown }).type === 'report') ready.resolve();
        });
      },
      onExit(listener) {
        started.onExit((exit) => {
          listener(exit);
          ready.reject(new Error('the inspector ended before it had rehearsed'));
        });
      },
    };
  };
  const desk = await openDesk({
    dataFolder,
    resourcesFolder: join(ROOT, 'resources'),
    door: 'window',
    appVersion: '0.0.0',
    systemLanguage: 'en',
    spawnInspector,
  });
  await desk.prepare();
  await ready.promise;
  // Nobody drops a file at that very moment: the engine still translates what it has seen.
  await new Promise((rested) => setTimeout(rested, REST_MS));
  return desk;
}

/** Hands files over and waits until each is recorded. @returns the archives' digests */
export async function takeIn({ desk, local }: OpenDesk, paths: readonly string[]): Promise<readonly string[]> {
  const started = value(await desk.importFiles({ paths }));
  const ended: ImportProgress[] = [];
  for (const { importId } of started) ended.push(await local.importEnd(importId));
  return ended.map(({ archiveSha256, problem }) => {
    if (problem || archiveSha256 === null) throw new Error(JSON.stringify(problem));
    return archiveSha256;
  });
}
