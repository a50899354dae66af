import { referenceChain } from '../chain/reference-chain.ts';
import type { Site } from '../types.ts';
import type { TraceContext } from './context.ts';
import { reconcileSite } from './literal.ts';
import type { Deeper } from './member-search.ts';

/**
 * Takes a value out of the data, or writes null there if its absence would be an error:
 * `rule.value.days == null ? [] : [rule.value.days]` needs the attribute.
 */
export function* clearedSites(deeper: Deeper, context: TraceContext): Generator<Site> {
  yield* deeper(context, null);
  const end = referenceChain(context).at(-1);
  if (end !== undefined && end.expr !== context.expr && end.rest.length === 0) {
    yield reconcileSite(end, null);
  }
}
