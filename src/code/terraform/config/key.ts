import { convertValue } from '../../hcl/eval/convert.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { unmark } from '../../hcl/eval/marks.ts';
import { toSafeInteger } from '../../hcl/eval/number.ts';
import { numberType, stringType } from '../../hcl/eval/type.ts';
import type { Value } from '../../hcl/eval/value.ts';

/** An instance key, as determined from an index. */
export type Key =
  | { readonly kind: 'known'; readonly key: string | number }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'wrong' };

/**
 * Converts an index value to a key of the kind that `count` (numbers) or `for_each` (strings) uses.
 */
export function instanceKey(value: Value, mode: 'single' | 'count' | 'for_each'): Key {
  const key = convertValue(unmark(value), mode === 'count' ? numberType : stringType);
  if (isFailure(key)) return { kind: 'wrong' };
  if (key.kind === 'unknown') return { kind: 'unknown', reason: key.reason };
  if (key.kind === 'string') return { kind: 'known', key: key.value };
  const index = key.kind === 'number' ? toSafeInteger(key.value) : undefined;
  return index === undefined ? { kind: 'wrong' } : { kind: 'known', key: index };
}

/** An index value as a step of a path; undefined if it is not known. */
export function keyStep(value: Value): string | number | undefined {
  if (value.kind === 'string') return value.value;
  return value.kind === 'number' ? toSafeInteger(value.value) : undefined;
}
