/** Acts of the review desk as commands of the palette: only those that apply to the package and the file as they stand. */
import { useMemo } from 'react';
import type { FileRecord, PackageDetail } from '../../shared/models.ts';
import { chordName } from '../frame/chord.ts';
import { saveReport } from '../state/acts.ts';
import { type Command, useOffer } from '../state/commands.ts';
import { retryPackage } from '../state/imports.ts';
import { canDiff, cleanRest, reopen, unchangedRest } from '../state/package.ts';
import { canPurge } from '../state/queue.ts';
import { go } from '../state/session.ts';
import { useT } from '../ui/text-context.tsx';
import type { ReviewCommand } from './keys.ts';

/** Sheets of the package screen. */
export type PackageSheet = 'load' | 'reject' | 'purge' | 'clean' | 'carried';

const REPORTS = { html: 'HTML', md: 'Markdown', json: 'JSON' } as const;

/** What the keys of the desk can do here. Pure. */
export function reviewCommandsFor(
  detail: Pick<PackageDetail, 'state' | 'undoable' | 'findings'>,
  file: FileRecord | null,
): readonly (readonly [ReviewCommand, string])[] {
  const open = detail.state === 'in_review';
  const always: readonly (readonly [ReviewCommand, string, boolean])[] = [
    ['approve', 'a', open && file !== null],
    ['reject', 'x', open && file !== null],
    ['viewed', 'v', open && file !== null && file.viewedUtc === null],
    ['undo', 'u', open && detail.undoable > 0],
    ['next-file', 'j', file !== null],
    ['previous-file', 'k', file !== null],
    ['next-finding', 'n', detail.findings.length > 0],
    ['previous-finding', 'p', detail.findings.length > 0],
    ['text', '1', file !== null && file.kind !== 'binary'],
    ['diff', '2', file !== null && canDiff(file)],
    ['raw', '3', file !== null],
    ['find', chordName('F'), file !== null && file.kind === 'text'],
    ['filter', '/', file !== null],
    ['back', 'Esc', true],
  ];
  return always.filter(([, , applies]) => applies).map(([command, key]) => [command, key] as const);
}

export function usePackageCommands(
  detail: PackageDetail | null,
  file: FileRecord | null,
  run: (command: ReviewCommand) => void,
  show: (sheet: PackageSheet) => void,
): void {
  const t = useT();
  const commands = useMemo((): readonly Command[] => {
    if (!detail) return [];
    const archive = detail.archiveSha256;
    const group = t('palette.package');
    const act = (id: string, label: string, does: () => void): Command => ({
      id: `package-${id}`,
      label,
      group,
      run: does,
    });
    const open = detail.state === 'in_review';
    const clean = open ? cleanRest(detail).length : 0;
    const carried = open ? unchangedRest(detail).length : 0;
    const n = detail.target?.generation ?? 0;
    return [
      ...(open ? [act('load', t('act.load'), () => show('load'))] : []),
      ...(clean > 0 ? [act('clean', t('together.clean', { count: clean }), () => show('clean'))] : []),
      ...(carried > 0 ? [act('carried', t('together.carry', { count: carried, n }), () => show('carried'))] : []),
      ...reviewCommandsFor(detail, file).map(([command, keyName]) => ({
        ...act(command, t(`palette.review.${command}`), () => run(command)),
        keyName,
      })),
      ...(['html', 'md', 'json'] as const).map((format) =>
        act(format, t('package.report', { format: REPORTS[format] }), () => void saveReport(archive, format)),
      ),
      act('events', t('package.events'), () => go({ at: 'evidence', subject: archive })),
      ...(detail.state === 'purged' ? [] : [act('retry', t('act.inspectAgain'), () => void retryPackage(archive))]),
      ...(detail.state === 'rejected' ? [act('reopen', t('act.reopen'), () => void reopen())] : []),
      ...(open ? [act('reject-package', t('act.rejectPackage'), () => show('reject'))] : []),
      ...(canPurge(detail) ? [act('purge', t('act.purge'), () => show('purge'))] : []),
    ];
  }, [t, detail, file, run, show]);
  useOffer(commands);
}
