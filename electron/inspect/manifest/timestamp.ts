/** UTC instants as the manifest writes them (format F4.3). Whether one lies in the future is not judged here: there is no clock. */

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/;

/** Why a text is no UTC instant, or null when it is one. `zone`: a time in another zone, or in none. */
export function timestampFault(text: string): 'form' | 'zone' | 'instant' | null {
  const match = FORM.exec(text);
  if (match === null) return 'form';
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (match[8] !== 'Z') return 'zone';
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC takes 0–99 for 1900–1999, and carries the 31st of June over into July: neither is what was written.
  const real =
    instant.getUTCFullYear() === year &&
    instant.getUTCMonth() === month - 1 &&
    instant.getUTCDate() === day &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  return real ? null : 'instant';
}
