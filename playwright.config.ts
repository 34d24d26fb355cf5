import { defineConfig } from '@playwright/test';

const report = process.env.UAIX_PLAYWRIGHT_REPORT;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // Each test starts a whole desk; a slow machine needs its time, and no test waits for a clock.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: process.env.CI ? 2 : 1,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  globalSetup: './e2e/fixtures/announce-host.ts',
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
});
