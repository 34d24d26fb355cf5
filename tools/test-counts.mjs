/** Numbers of test suites, from their JSON reports. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export function vitestCounts(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults = [] } = report;
  // A file that cannot be loaded has no tests, and is a failure all the same.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
}

/** A flaky test passed, but only at a second try: it counts as failed. @returns {Counts} */
export function playwrightCounts({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** @param {readonly Counts[]} counts @returns {Counts} */
export function sumOf(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const each of counts) for (const key of Object.keys(sum)) sum[key] += each[key];
  return sum;
}

/** @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
