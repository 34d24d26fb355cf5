import { describe, expect, it } from 'vitest';
import { playwrightCounts, summaryLine, sumOf, vitestCounts } from './test-counts.ts';

describe('the sum of all suites', () => {
  it('counts a test file that cannot be loaded as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults };
    expect(vitestCounts(report)).toEqual({ passed: 1, failed: 2, skipped: 3 });
  });
  it('counts a flaky end-to-end test and a broken set-up as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });
  it('adds up and prints the plain line', () => {
    const sum = sumOf([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 5, failed: 3, skipped: 2 },
    ]);
    expect(summaryLine(sum)).toBe('6 passed, 3 failed, 2 skipped');
    expect(summaryLine({ passed: 6, failed: 0, skipped: 0 })).toBe('6 passed, 0 failed');
  });
});
