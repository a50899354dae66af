import type { HclInput } from '../../../../code/hcl/edit/types.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import { isSameContext, loosely, type TraceContext } from './context.ts';

/** A member that should join or leave the list or set that an expression yields. */
export interface Membership {
  readonly action: 'add' | 'remove';
  readonly element: Json;
  /** How the element is written: a reference where the code has one for it. */
  readonly input: HclInput;
}

/** Looks for places where an expression gets its value. */
export type Deeper = (context: TraceContext, want: Json) => Iterable<Site>;

/** A member looked for, and how to go on looking. */
export interface MemberSearch {
  readonly deeper: Deeper;
  readonly membership: Membership;
  /** Places in another expression, for this membership or another. */
  readonly within: (context: TraceContext, membership?: Membership) => Iterable<Site>;
}

/** The same for what the member is made of. */
export function withElement({ membership }: MemberSearch, element: Json): Membership {
  return { action: membership.action, element, input: { kind: 'json', value: element } };
}

/** True for the member itself, and for lists that have it, however deep. */
export function holdsMember(value: Json, element: Json): boolean {
  if (isSameContext(loosely(value), loosely(element))) return true;
  return isJsonArray(value) && value.some((each) => holdsMember(each, element));
}
