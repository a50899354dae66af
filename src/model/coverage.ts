/**
 * How well the catalog understands what a call changes. `mapped`: a person mapped parameters to
 * attributes, with tests. `derived`: rules matched the names of the API with those of the provider,
 * so a value counts only when something confirms it. `touched`: it is known which resource changed,
 * but not how.
 */
export type Coverage = 'mapped' | 'derived' | 'touched';

/** From the best to the weakest. */
export const coverages: readonly Coverage[] = ['mapped', 'derived', 'touched'];

/** The weakest of them; `mapped` if there are none. */
export function weakest(all: Iterable<Coverage | undefined>): Coverage {
  let rank = 0;
  for (const coverage of all) rank = Math.max(rank, coverages.indexOf(coverage ?? 'mapped'));
  return coverages[rank] ?? 'mapped';
}

/** What a store of an earlier version holds: there, the coverage was called `depth`. */
export function withCoverageName<T extends { readonly coverage?: Exclude<Coverage, 'mapped'> }>(
  stored: T & { readonly depth?: T['coverage'] },
): T {
  const { depth, ...rest } = stored;
  return depth === undefined ? stored : ({ ...rest, coverage: depth } as unknown as T);
}
