/** The shape of a path: separators, roots, drives and the form of each segment (format F3). */
import type { FindingDetail } from '../../../shared/findings.ts';
import type { RuleId } from '../../../shared/rules.ts';

type PathRule = Extract<RuleId, `path/${string}`>;

/** A fault of shape, without the place the path stands at. */
export interface SegmentFault {
  readonly rule: PathRule;
  readonly detail: FindingDetail;
}

const DRIVE = /^[A-Za-z]:/;

/** Names that Windows opens as devices in every folder, whatever extension follows. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³]|CONIN\$|CONOUT\$|CLOCK\$)$/i;

/** Info-ZIP `unzip` takes `;` and digits at the end of a name for a VMS version and drops them when it extracts. */
const VMS_VERSION = /;[0-9]*$/;

/** Every rule of shape that the path breaks, each at most once, naming the first segment that breaks it. */
export function segmentFaults(path: string): SegmentFault[] {
  const faults: SegmentFault[] = [];
  const add = (rule: PathRule, detail: FindingDetail = {}): void => {
    if (!faults.some((fault) => fault.rule === rule)) faults.push({ rule, detail });
  };
  if (path === '') add('path/segment', { variant: 'empty-name', segment: '' });

  const drive = DRIVE.test(path);
  if (drive) add('path/drive', { drive: path.slice(0, 2) });
  if (/^[/\\]/.test(path)) add('path/absolute');
  if (path.includes('\\')) add('path/backslash', { slashes: path.replaceAll('\\', '/') });

  // Roots are judged above; a doubled root slash is no empty segment.
  const relative = (drive ? path.slice(2) : path).replace(/^[/\\]+/, '');
  if (relative.includes(':')) add('path/stream');

  const segments = relative === '' ? [] : relative.split(/[/\\]/);
  for (const segment of segments) {
    if (segment === '..') add('path/traversal');
    else if (isDeviceName(segment)) add('path/device-name', { segment });
    else {
      const variant = formFault(segment);
      if (variant !== null) add('path/segment', { variant, segment });
    }
  }
  if (VMS_VERSION.test(relative)) {
    add('path/reserved-character', { variant: 'version-suffix', characters: [';'] });
  }
  return faults;
}

/** True for a name that Windows takes for a device: any case, any extension, spaces around the stem. */
export function isDeviceName(segment: string): boolean {
  const stem = segment.split(/[.:]/, 1)[0] ?? '';
  return DEVICE.test(stem.trim());
}

function formFault(segment: string): string | null {
  if (segment === '') return 'empty';
  if (segment === '.') return 'dot';
  if (segment.endsWith('.')) return 'trailing-dot';
  if (segment.endsWith(' ')) return 'trailing-space';
  if (segment.startsWith(' ')) return 'leading-space';
  return null;
}
