/**
 * How well the catalog knows what a call changes. `mapped`: somebody wrote down which parameter is
 * which attribute, and tests it. `derived`: rules matched the names of the API with those of the
 * provider, so a value counts only once something confirms it. `touched`: which resource changed is
 * known, and not how.
 */
export type Depth = 'mapped' | 'derived' | 'touched';

/** From the best to the weakest. */
export const depths: readonly Depth[] = ['mapped', 'derived', 'touched'];

/** The weakest of all; `mapped` of none. */
export function weakest(all: Iterable<Depth | undefined>): Depth {
  let rank = 0;
  for (const depth of all) rank = Math.max(rank, depths.indexOf(depth ?? 'mapped'));
  return depths[rank] ?? 'mapped';
}
