/**
 * Every step of the schema, oldest first. Steps are numbered by tens and never change once released; each is a module of text, so that
 * a bundle and plain Node find it alike.
 */
import { desk } from './0010-desk.ts';
import { queue } from './0020-queue.ts';
import { handoff } from './0030-handoff.ts';

export interface Migration {
  /** Value of `user_version` after it. */
  readonly version: number;
  readonly slug: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [desk, queue, handoff];
