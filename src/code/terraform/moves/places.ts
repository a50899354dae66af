import {
  formatModulePath,
  formatResourceAddress,
  type ModuleStep,
  parseModulePath,
  type ResourceAddress,
} from '../address.ts';
import type { StateResource } from '../state/types.ts';
import { applyMove, type MoveStatement } from './statements.ts';

/** Creates a function that returns where an instance is, for many of one state. */
export function createPlaceReader(): (resource: StateResource) => ResourceAddress {
  const known = new Map<string, readonly ModuleStep[]>([['', []]]);
  return ({ module, mode, type, name, key }) => {
    const modules = known.get(module) ?? parseModulePath(module) ?? [];
    known.set(module, modules);
    return { modules, mode, type, name, key };
  };
}

/** Where everything is after a statement was followed; what stays is the same object. */
export function placesAfter(
  places: readonly ResourceAddress[],
  statement: MoveStatement,
): readonly ResourceAddress[] {
  const destinations = places.map((place) => applyMove(place, statement));
  if (destinations.every((to) => to === undefined)) return places;
  const objectOf = movedObject(statement);
  const taken = new Set(places.map(objectOf));
  return places.map((place, row) => {
    const to = destinations[row];
    return to === undefined || taken.has(objectOf(to)) ? place : to;
  });
}

/** What a statement moves as one: everything in a module, all instances of a resource, or one. */
function movedObject({ from, isWhole }: MoveStatement): (place: ResourceAddress) => string {
  if (from.resource === undefined) return ({ modules }) => formatModulePath(modules);
  if (!isWhole) return formatResourceAddress;
  return ({ key: _, ...resource }) => formatResourceAddress(resource);
}
