/** The manifest's `entrypoints`: an array of paths or of objects with `path`, or an object from a name to a path (format F4.3). */
import { pointerOf } from './json-tree.ts';

export interface Entrypoint {
  readonly path: string;
  readonly pointer: string;
}

/** Entry points in manifest order. The value has passed the schema; anything else gives an empty list. */
export function entrypointsOf(value: unknown): readonly Entrypoint[] {
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, index) => {
      const inObject = typeof element === 'object' && element !== null;
      const path: unknown = inObject ? (element as { path?: unknown }).path : element;
      const pointer = pointerOf(inObject ? ['entrypoints', index, 'path'] : ['entrypoints', index]);
      return typeof path === 'string' ? [{ path, pointer }] : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, path]) =>
    typeof path === 'string' ? [{ path, pointer: pointerOf(['entrypoints', name]) }] : [],
  );
}
