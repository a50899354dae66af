import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';

/** The number of values in a value, counting repeated ones each time, and their depth. */
interface Size {
  readonly parts: number;
  readonly depth: number;
}

const maxParts = 200_000;
const deepest = 200;

/**
 * Returns a function that tells whether a value is small enough to be walked through. Values share
 * parts, so that a few copies of copies would exceed the memory. Values that were already measured
 * are not visited again.
 */
export function createMeasure(): (value: Json) => boolean {
  const known = new WeakMap<object, Size>();
  const sizeOf = (value: Json, above: number): Size => {
    if (!isJsonArray(value) && !isJsonObject(value)) return { parts: 1, depth: 0 };
    const before = known.get(value);
    if (before !== undefined) return before;
    if (above > deepest) return { parts: Infinity, depth: Infinity };
    let parts = 1;
    let depth = 0;
    for (const one of Object.values(value)) {
      const inner = sizeOf(one, above + 1);
      parts += inner.parts;
      depth = Math.max(depth, inner.depth + 1);
    }
    const size = { parts, depth };
    known.set(value, size);
    return size;
  };
  return (value) => {
    const { parts, depth } = sizeOf(value, 0);
    return parts <= maxParts && depth <= deepest;
  };
}
