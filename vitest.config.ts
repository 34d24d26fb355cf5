import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun first, so that nobody waits for one of them alone at the end. */
const LONG = [
  'durability/kill',
  'durability/upkeep',
  'handoff/faults',
  'profiles/crash',
  'desk/profile-places',
  'inspector/',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONG.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['{electron,shared,renderer,tools,e2e}/**/*.test.ts?(x)'],
    environment: 'node',
    globalSetup: 'tools/temporary-folder.ts',
    // The packager's loader of configurations would leave what it compiled there.
    env: { JITI_FS_CACHE: 'false' },
    testTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
});
