import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const report = process.env.UAIX_PLAYWRIGHT_REPORT;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // Each test starts a whole desk; a slow machine needs its time, and no test waits for a clock.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A desk waits for its windows about half of the time: as many at once as there are processors, and never fewer than two.
  workers: process.env.CI ? Math.max(2, availableParallelism()) : 1,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  globalSetup: './e2e/fixtures/announce-host.ts',
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
});
