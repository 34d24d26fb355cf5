/** Paths of a message follow the rules of paths in a package: relative, forward slashes, nothing that leads out (format F3, F11). */
import { checkPath } from '../container/path-grammar.ts';
import { type Fault, fault } from './fault.ts';
import { type Members, namedAt, objectAt, textsAt } from './members.ts';

/** What the grammar of names asks a person to look at, and is no fault of a path. */
const TOLERATED: ReadonlySet<string> = new Set(['path/mixed-script', 'path/system-litter']);

/** A scheme and two slashes: a pointer of a ledger may lead to a wiki. `file:` leads to this machine, and is a path. */
const ELSEWHERE = /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i;

/** Faults of every path that names a file or a bucket. One finding a path: the first fault says enough. */
export function checkPaths(message: Members): readonly Fault[] {
  return pathsOf(message).flatMap(({ text, pointer }) => {
    // A bucket is a folder, and folders are often written with a slash at the end.
    const path = text.length > 1 && text.endsWith('/') && !text.endsWith('//') ? text.slice(0, -1) : text;
    const broken = checkPath(path, 'manifest').find(({ rule }) => !TOLERATED.has(rule));
    if (broken === undefined) return [];
    const { name, where: _where, variant: _variant, ...values } = broken.detail;
    return [fault('spec04/path', pointer, { ...values, variant: broken.rule.slice('path/'.length), name: name ?? '' })];
  });
}

function pathsOf(message: Members): readonly { text: string; pointer: string }[] {
  const outcomes = ['body', 'fileOutcomes'];
  const named = namedAt(message, outcomes, 'path');
  const removals = named.flatMap(({ item, itemPointer, text }) => {
    const { path } = objectAt(item, 'sourceSiteRemoval');
    // The same path once more would only be told twice.
    if (typeof path !== 'string' || path === text) return [];
    return [{ text: path, pointer: `${itemPointer}/sourceSiteRemoval/path` }];
  });
  const ledger = named.flatMap(({ item, itemPointer }) => {
    const { path } = objectAt(item, 'longTermPointer');
    if (typeof path !== 'string' || ELSEWHERE.test(path)) return [];
    return [{ text: path, pointer: `${itemPointer}/longTermPointer/path` }];
  });
  return [
    ...textsAt(message, 'body', 'intakeBuckets'),
    ...textsAt(message, 'body', 'liveIntakeScan', 'filePaths'),
    ...namedAt(message, ['body', 'fileManifest'], 'path'),
    ...named,
    ...removals,
    ...ledger,
    ...textsAt(message, 'body', 'finalIntakeScan', 'sourceCopiesRemaining'),
  ];
}
