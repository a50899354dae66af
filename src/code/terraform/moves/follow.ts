import { formatResourceAddress, type ResourceAddress } from '../address.ts';
import type { Configuration } from '../config/configuration.ts';
import type { TerraformState } from '../state/types.ts';
import { MovedResource } from './moved-resource.ts';
import { orderedMoves } from './order.ts';
import { pendingStatements } from './pending.ts';
import { createPlaceReader, placesAfter } from './places.ts';

/**
 * The state as Terraform will see it: instances, resources and modules have the addresses to which
 * the next apply will move them. As in Terraform, nothing moves to where something is already, and
 * nothing moves at all if `moved` blocks lead in circles.
 */
export function followMoves(state: TerraformState, configuration: Configuration): TerraformState {
  const statements = pendingStatements(state, configuration);
  const ordered = statements.length === 0 ? [] : (orderedMoves(statements) ?? []);
  if (ordered.length === 0) return state;
  const before = state.resources.map(createPlaceReader());
  const after = ordered.reduce(placesAfter, before);
  const rows = [...after.keys()].filter((row) => after[row] !== before[row]);
  if (rows.length === 0) return state;
  const names = newNames(before, after);
  const resources = state.resources.map(
    (resource, row) =>
      new MovedResource(resource, after[row] === before[row] ? undefined : after[row], names),
  );
  const moves = rows.map((row) => ({
    from: state.resources[row]?.address ?? '',
    to: resources[row]?.address ?? '',
  }));
  // What was found in the bytes of the state is about the addresses there.
  const { found: _, hashes: __, ...rest } = state;
  return { ...rest, resources, moves };
}

/** What the names of resources in dependencies stand for now: both if only some instances moved. */
function newNames(
  before: readonly ResourceAddress[],
  after: readonly ResourceAddress[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  for (const [row, to] of after.entries()) {
    const from = before[row];
    if (from === undefined || from === to) continue;
    names.set(keyless(from), (names.get(keyless(from)) ?? new Set()).add(keyless(to)));
  }
  for (const [row, place] of before.entries()) {
    if (after[row] === place) names.get(keyless(place))?.add(keyless(place));
  }
  return new Map([...names].map(([name, all]) => [name, [...all].sort()]));
}

/** As in dependencies, which have no keys. */
function keyless({ modules, key: _, ...resource }: ResourceAddress): string {
  return formatResourceAddress({ ...resource, modules: modules.map(({ name }) => ({ name })) });
}
