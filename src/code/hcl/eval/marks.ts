import type { Value } from './value.ts';
import { valueChildren } from './value.ts';

/** True when the value or anything inside is marked sensitive. */
export function isSensitiveDeep(value: Value): boolean {
  if (value.sensitive === true) return true;
  for (const child of valueChildren(value)) if (isSensitiveDeep(child)) return true;
  return false;
}

/** The same value, marked sensitive if `sensitive` is true. */
export function mark<V extends Value>(value: V, sensitive: boolean | undefined): V {
  return sensitive !== true || value.sensitive === true ? value : { ...value, sensitive: true };
}

/** The same value without its own mark; marks inside it stay. */
export function unmark<V extends Value>(value: V): V {
  if (value.sensitive !== true) return value;
  const { sensitive: _, ...rest } = value;
  return rest as V;
}

/** The same value without its own mark and all marks inside. */
export function unmarkDeep(value: Value): Value {
  if (!isSensitiveDeep(value)) return value;
  const plain = unmark(value);
  switch (plain.kind) {
    case 'list':
    case 'set':
    case 'tuple':
      return { ...plain, elements: plain.elements.map(unmarkDeep) };
    case 'map':
    case 'object':
      return {
        ...plain,
        entries: new Map([...plain.entries].map(([key, item]) => [key, unmarkDeep(item)])),
      };
    default:
      return plain;
  }
}
