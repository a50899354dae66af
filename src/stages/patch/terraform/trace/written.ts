import type { TraceContext } from './context.ts';
import { followTrace } from './follow.ts';

/**
 * The entry that the path selects, if it is written within the expression itself: `element(...)` in
 * `merge(local.tags, { Owner = element(...) })`. Undefined if it comes from another place.
 */
export function writtenEntry(use: TraceContext): TraceContext | undefined {
  let at = use;
  while (at.rest.length > 0) {
    const [next] = followTrace(at);
    const isWithin =
      next?.scope === use.scope &&
      next.expr.start >= use.expr.start &&
      next.expr.end <= use.expr.end &&
      next.kind !== 'instance override';
    if (next === undefined || !isWithin) return undefined;
    at = next;
  }
  return at === use ? undefined : at;
}
