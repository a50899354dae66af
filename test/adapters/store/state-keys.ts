import { z } from 'zod';
import type { StateGroup, StateKey, StateKind } from '../../../src/ports/store/state/types.ts';

/** The group of all states of a kind, whatever their keys, with values of this schema. */
export function groupOf<Kind extends StateKind, Value>(
  kind: Kind,
  schema: z.ZodType<Value>,
): StateGroup<Kind, Value> {
  return { kind, prefix: '', schema };
}

export const anything = z.json();

export function anyKey<Kind extends StateKind>(
  kind: Kind,
  text: string,
): StateKey<Kind, z.output<typeof anything>> {
  return { kind, text, schema: anything };
}
