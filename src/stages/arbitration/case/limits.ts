import { type Bounds, definedBounds } from '../../../model/bounds.ts';
import type { Drift } from '../../../model/drift.ts';
import type { Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { scaledField } from '../../../providers/traits/scaled-fields.ts';
import type { DecideInput } from '../types.ts';

/** The value as a number, including one that the code or the log gives as text. */
export function asNumber(value: Json | undefined): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The bounds that the code sets for a scaled field, in attributes of the same resource or in
 * another resource.
 */
export function declaredLimits(input: DecideInput, { address, type, path }: Drift): Bounds {
  const field = scaledField(type, path);
  if (field === undefined) return {};
  const at = (limit: AttributePath | undefined): number | undefined =>
    limit === undefined ? undefined : asNumber(input.declared?.(address, limit));
  const elsewhere = input.limitsOf?.(address, path);
  const [min, max] = [at(field.min) ?? elsewhere?.min, at(field.max) ?? elsewhere?.max];
  return definedBounds({ min, max });
}

/** The intersection of what the resource allows and what its owner was granted. */
export function narrower(a: Bounds, b: Bounds = {}): Bounds {
  const [min, max] = [a.min ?? b.min, a.max ?? b.max];
  return {
    ...(min === undefined ? {} : { min: Math.max(min, b.min ?? min) }),
    ...(max === undefined ? {} : { max: Math.min(max, b.max ?? max) }),
  };
}

/** `2 to 6`, `at least 2`, `at most 6`. */
export function limitsText({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? 'no known bounds' : `at most ${max}`;
}
