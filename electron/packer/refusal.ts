/** Why a folder cannot become a package, told in the same rules and places that the inspector uses. */
import { compareFindings, type Finding } from '../../shared/findings.ts';

/**
 * Thrown by the packer when something in the folder or in its draft stands in the way. Nothing was written.
 * The findings carry rule, path and position, so they are shown like those of an inspection.
 */
export class PackRefused extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(`packing refused: ${findings.map((f) => (f.path ? `${f.rule} ${f.path}` : f.rule)).join(', ')}`);
    this.name = 'PackRefused';
    this.findings = findings.toSorted(compareFindings);
  }
}

/** @throws PackRefused when there is at least one finding */
export function refuseAny(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new PackRefused(findings);
}
