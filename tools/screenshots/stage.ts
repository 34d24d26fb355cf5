/** What every scene works with. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect as playwrightExpect } from '@playwright/test';
import type { DeskApp } from '../../e2e/fixtures/desk-app.ts';
import type { Camera } from './camera.ts';

/** Shown on some screens, so its name is the same in every run. */
export const PLACE = join(tmpdir(), 'uaix-screens');
export const RECEIVED = join(PLACE, 'received');

/** A loaded machine takes its time. */
export const SCENE_MS = 30_000;
export const expect = playwrightExpect.configure({ timeout: SCENE_MS });

export interface Stage {
  readonly desk: DeskApp;
  readonly page: Page;
  readonly camera: Camera;
}
