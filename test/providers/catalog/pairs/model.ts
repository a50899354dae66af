import type { JsonObject } from '../../../../src/model/json.ts';
import type { Call, Pair } from './types.ts';

/** An action that somebody attempts; the cloud refuses those that make no sense. */
export type Act =
  | { readonly kind: 'make'; readonly variant: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'tag'; readonly key: string; readonly value: string }
  | { readonly kind: 'untag'; readonly key: string };

/** The calls that succeeded in a cloud with one resource, and what is live in the end. */
export interface Lived {
  readonly calls: readonly Call[];
  /** Undefined if the resource is gone. */
  readonly live: JsonObject | undefined;
}

export function live(pair: Pair, acts: readonly Act[]): Lived {
  const calls: Call[] = [];
  let now: JsonObject | undefined = pair.variants[0]?.attributes;
  for (const act of acts) {
    const next = taken(pair, now, act);
    if (next === undefined) continue;
    calls.push(next.call);
    now = next.live;
  }
  return { calls, live: now };
}

interface Taken {
  readonly call: Call;
  readonly live: JsonObject | undefined;
}

/** Undefined if the cloud refuses. */
function taken(pair: Pair, now: JsonObject | undefined, act: Act): Taken | undefined {
  if (act.kind === 'make') {
    const variant = pair.variants[act.variant % pair.variants.length];
    if (variant === undefined || (now !== undefined && !pair.replaces)) return undefined;
    const keeps = now !== undefined && pair.keepsTags === true;
    const tags = keeps ? { tags: now?.['tags'] ?? {} } : {};
    return { call: variant.make, live: { ...variant.attributes, ...tags } };
  }
  if (now === undefined) return undefined;
  if (act.kind === 'drop') return { call: pair.drop, live: undefined };
  const tags = now['tags'] as JsonObject;
  if (act.kind === 'tag') {
    const call = pair.tag?.(act.key, act.value);
    const more = { ...now, tags: { ...tags, [act.key]: act.value } };
    return call && { call, live: more };
  }
  const { [act.key]: _, ...rest } = tags ?? {};
  const call = pair.untag?.(act.key);
  return call && { call, live: { ...now, tags: rest } };
}
