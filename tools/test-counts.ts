/** Numbers of test suites, from their JSON reports. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The members of Vitest's JSON report that count. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests?: number;
  readonly testResults?: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The members of Playwright's JSON report that count. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors?: readonly unknown[];
}

export function vitestCounts(report: VitestReport): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults = [] } = report;
  // A file that cannot be loaded has no tests, and is a failure all the same.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
}

/** A flaky test passed, but only at a second try: it counts as failed. */
export function playwrightCounts({ stats, errors = [] }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

export function sumOf(counts: readonly Counts[]): Counts {
  const add = (a: Counts, b: Counts): Counts => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  });
  return counts.reduce(add, { passed: 0, failed: 0, skipped: 0 });
}

/** The plain line at the end, also read by other programs. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
