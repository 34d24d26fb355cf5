/** A text to be scanned: the file's own, or one that was decoded out of it, with the way back to the file's offsets. */

/** How a surface came out of the one around it. */
export type Layer = 'entity' | 'percent' | 'escape' | 'base64' | 'hex' | 'tag' | 'selector' | 'normalised' | 'metadata';

export interface Surface {
  readonly text: string;
  /** Outermost first; empty for the file's own text. */
  readonly layers: readonly Layer[];
  /** Offset in the file's own text at which the unit at `offset` begins. */
  origin(offset: number): number;
}

/** Layers whose content no ordinary viewer shows. */
const CONCEALING: ReadonlySet<Layer> = new Set(['base64', 'hex', 'tag', 'selector', 'metadata']);

export function isConcealed(surface: Surface): boolean {
  return surface.layers.some((layer) => CONCEALING.has(layer));
}

/** The file's own text. */
export function plainSurface(text: string): Surface {
  return { text, layers: [], origin: (offset) => offset };
}

/**
 * A surface whose units each come from a known unit of its parent.
 * @param map offset in `parent` for every unit of `text`, and one more for its end
 */
export function mappedSurface(parent: Surface, layer: Layer, text: string, map: ArrayLike<number>): Surface {
  return {
    text,
    layers: [...parent.layers, layer],
    origin: (offset) => parent.origin(map[Math.min(offset, map.length - 1)] ?? 0),
  };
}

/** A surface that came whole out of a range of its parent: every offset points at the range's start. */
export function blobSurface(parent: Surface, layer: Layer, text: string, from: number, to: number): Surface {
  const start = parent.origin(from);
  const end = parent.origin(to);
  return { text, layers: [...parent.layers, layer], origin: (offset) => (offset >= text.length ? end : start) };
}
