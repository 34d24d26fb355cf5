/** What only a clock can tell of a package. Beside the inspection, which has none, and without its weight. */
import { compareFindings, finding } from '../../shared/findings.ts';
import { type InspectionReport, MANIFEST_PATH } from '../../shared/models.ts';

/**
 * What only a clock can tell: a package that says it was made in the future. Kept out of the inspection itself, which has no clock.
 * @param nowUtc ISO 8601 instant of the import; clocks of two machines may differ by `CLOCK_TOLERANCE_MS`
 */
export function withPresent(report: InspectionReport, nowUtc: string): InspectionReport {
  const { claims } = report;
  const created = claims === null ? Number.NaN : Date.parse(claims.createdUtc);
  if (!(created > Date.parse(nowUtc) + CLOCK_TOLERANCE_MS)) return report;
  const place = { path: MANIFEST_PATH, pointer: '/createdUtc' };
  const future = finding(
    'manifest/timestamp',
    place,
    { variant: 'future', actual: claims?.createdUtc ?? '' },
    'review',
  );
  return { ...report, findings: [...report.findings, future].sort(compareFindings) };
}

/** One day: time zones and wrong clocks are common, and neither is an attack. */
const CLOCK_TOLERANCE_MS = 86_400_000;
