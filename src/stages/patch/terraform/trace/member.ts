import type { Site } from '../types.ts';
import type { TraceContext } from './context.ts';
import { distinct } from './distinct.ts';
import type { Membership } from './member-search.ts';
import { membershipSites } from './membership.ts';
import { valueSites } from './value.ts';

/** Every place to edit so that the member is added or removed, deepest first. */
export function memberSites(context: TraceContext, membership: Membership): Iterable<Site> {
  return distinct(membershipSites(valueSites, context, membership));
}
