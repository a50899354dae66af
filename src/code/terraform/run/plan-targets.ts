import type { StateMove } from '../state/types.ts';

/**
 * The targets of a plan of these addresses; none for a plan of everything. Terraform makes no plan
 * of a part that leaves out what moves, under its old or its new address.
 */
export function planTargets(
  addresses: readonly string[],
  moves: readonly StateMove[] = [],
): readonly string[] {
  if (addresses.length === 0) return [];
  return [...new Set([...addresses, ...moves.flatMap(({ from, to }) => [from, to])])];
}
