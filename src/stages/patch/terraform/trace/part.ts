import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import { evaluated, type TraceContext } from './context.ts';
import { isKnownEqual } from './known.ts';
import { type Deeper, literalMembership } from './member-search.ts';
import { membershipSites } from './membership.ts';
import { requiredValuesOf } from './required.ts';

/** If only one member of a computed list or map differs, follows that member to its own source. */
export function* partSites(deeper: Deeper, context: TraceContext, want: Json): Generator<Site> {
  if (context.rest.length > 0 || typeof want !== 'object' || want === null) return;
  const now = evaluated(context);
  const isOrdered = isJsonArray(now) && isJsonArray(want);
  if (isOrdered && now.length !== want.length) {
    yield* lengthSites(deeper, context, now, want);
    return;
  }
  const parts = isOrdered
    ? want.map((wanted, index) => ({ step: index, wanted, has: now[index] }))
    : isJsonObject(now) && isJsonObject(want)
      ? entryPairs(now, want)
      : [];
  const changed = parts.filter(({ has, wanted }) => !isKnownEqual(has, wanted));
  const [only] = changed;
  if (only === undefined || changed.length > 1) return;
  for (const required of requiredValuesOf({ ...context, rest: [only.step] }, only.wanted)) {
    yield* deeper(required.context, required.want);
  }
}

interface Pair {
  readonly step: string | number;
  readonly wanted: Json;
  readonly has: Json | undefined;
}

function entryPairs(now: JsonObject, want: JsonObject): readonly Pair[] {
  const keys = new Set([...Object.keys(now), ...Object.keys(want)]);
  return [...keys].sort().map((step) => ({
    step,
    wanted: own(want, step) ?? null,
    has: own(now, step),
  }));
}

/** Adds or removes one member. */
function* lengthSites(
  deeper: Deeper,
  context: TraceContext,
  now: readonly Json[],
  want: readonly Json[],
): Generator<Site> {
  const come = want.filter((each) => !now.some((other) => isKnownEqual(each, other)));
  const gone = now.filter((each) => !want.some((other) => isKnownEqual(each, other)));
  const [element] = [...come, ...gone];
  if (element === undefined || come.length + gone.length > 1) return;
  const action = come.length > 0 ? 'add' : 'remove';
  yield* membershipSites(deeper, context, literalMembership(action, element));
}
