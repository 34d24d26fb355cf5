import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{electron,shared,renderer,tools,e2e}/**/*.test.ts?(x)'],
    environment: 'node',
    testTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
