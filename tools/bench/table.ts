/** The figures as text: one table of everything, one of the targets. */
import type { Row } from './contest.ts';
import type { Judged } from './targets.ts';

/** Three significant digits, or whole numbers above a hundred. */
function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toPrecision(2);
}

/** Columns that line up; the first ones are words, the others numbers. */
function aligned(lines: readonly (readonly string[])[], words: number): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const room = ' '.repeat((widths[column] ?? 0) - [...cell].length);
          return column < words ? cell + room : room + cell;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Row by row; × compares with the first row of the same contest. */
export function rowsTable(rows: readonly Row[]): string {
  const header = ['', '', 'ms', 'CPU ms', 'MiB', 'helper MiB', '× first'];
  let before: Row | undefined;
  const lines = rows.map((row) => {
    const first = rows.find(({ contest }) => contest === row.contest) ?? row;
    const title = before?.contest === row.contest ? '' : row.contest.split('/')[0];
    const about = before?.contest === row.contest ? '' : `${title}: ${row.about}`;
    before = row;
    return [
      about,
      row.what,
      figure(row.wallMs),
      figure(row.cpuMs),
      figure(row.peak?.ownMiB),
      figure(row.peak?.helperMiB),
      figure(row.wallMs / first.wallMs),
    ];
  });
  return aligned([header, ...lines], 2);
}

const MET = { true: 'met', false: 'NOT MET', null: 'not measured' } as const;

export function targetsTable(judged: readonly Judged[]): string {
  const header = ['target', '', 'measured', 'by CPU', 'at most'];
  const lines = judged.map(({ text, value, cpuValue, limit, unit, met }) => [
    text,
    MET[`${met}`],
    value === null ? '–' : `${figure(value)} ${unit}`,
    cpuValue === null ? '–' : `${figure(cpuValue)} ${unit}`,
    `${limit} ${unit}`,
  ]);
  return aligned([header, ...lines], 2);
}
