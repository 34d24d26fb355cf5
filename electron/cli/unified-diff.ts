/** A file difference as a unified diff for the terminal. */
import { createTwoFilesPatch } from 'diff';
import type { FileDifference } from '../../shared/contract.ts';

/** The unified diff, with the labels of both sides in its header. Absent text counts as empty. */
export function unifiedDiff({ path, before, after, beforeLabel, afterLabel }: FileDifference): string {
  return createTwoFilesPatch(path, path, before ?? '', after ?? '', beforeLabel, afterLabel, { context: 3 });
}
