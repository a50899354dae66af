/**
 * How well the catalog understands what a call changes. `mapped`: a person mapped parameters to
 * attributes, with tests. `derived`: rules matched the names of the API with those of the provider,
 * so a value counts only when something confirms it. `touched`: it is known which resource changed,
 * but not how.
 */
export type Depth = 'mapped' | 'derived' | 'touched';

/** From the best to the weakest. */
export const depths: readonly Depth[] = ['mapped', 'derived', 'touched'];

/** The weakest of all depths; `mapped` if there are none. */
export function weakest(all: Iterable<Depth | undefined>): Depth {
  let rank = 0;
  for (const depth of all) rank = Math.max(rank, depths.indexOf(depth ?? 'mapped'));
  return depths[rank] ?? 'mapped';
}
