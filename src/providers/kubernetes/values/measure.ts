import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';

/** Values in a value, each counted wherever it stands, and how deep they stand. */
interface Size {
  readonly parts: number;
  readonly depth: number;
}

const maxParts = 200_000;
const deepest = 200;

/**
 * Tells whether a value can be walked through. Values share parts, so that a few copies of copies
 * would be more than there is room for; those that were measured before are not looked at again.
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
