import type { HclInput } from '../../../../code/hcl/edit/types.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import type { TraceContext } from './context.ts';
import { isKnownEqual, loosely } from './known.ts';

/** A member to be added to or removed from the list or set that an expression yields. */
export interface Membership {
  readonly action: 'add' | 'remove';
  readonly element: Json;
  /** How the element is written: as a reference if the code has one for it. */
  readonly input: HclInput;
}

/** Finds places from which an expression gets its value. */
export type Deeper = (context: TraceContext, want: Json) => Iterable<Site>;

/** The wanted membership, and how to continue the search. */
export interface MemberSearch {
  readonly deeper: Deeper;
  readonly membership: Membership;
  /** Places in another expression, for this membership or another. */
  readonly within: (context: TraceContext, membership?: Membership) => Iterable<Site>;
}

/** The membership of an element that is written as it is, without references. */
export function literalMembership(action: Membership['action'], element: Json): Membership {
  return { action, element, input: { kind: 'json', value: element } };
}

/** The same membership for the value from which the member is computed. */
export function withElement({ membership }: MemberSearch, element: Json): Membership {
  return literalMembership(membership.action, element);
}

/** True for the member itself, and for lists that contain it at any depth. */
export function holdsMember(value: Json, element: Json): boolean {
  if (isKnownEqual(loosely(value), loosely(element))) return true;
  return isJsonArray(value) && value.some((each) => holdsMember(each, element));
}
