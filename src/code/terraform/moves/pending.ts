import { type InstanceKey, parseModulePath } from '../address.ts';
import type { Configuration } from '../config/configuration.ts';
import type { TerraformState } from '../state/types.ts';
import { impliedMove, oddKey } from './implied.ts';
import { createPlaceReader } from './places.ts';
import { applyMove, type MoveEnd, type MoveStatement, moveStatements } from './statements.ts';

/**
 * The statements that move something in the state, and those that may go on from there. Usually
 * there are none, since blocks stay in the code when they were applied.
 */
export function pendingStatements(
  { resources }: TerraformState,
  configuration: Configuration,
): readonly MoveStatement[] {
  const written = moveStatements(configuration);
  const byName = new Map<string, MoveStatement[]>();
  for (const each of written) {
    for (const name of namesOf(each.from)) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [each]);
      else known.push(each);
    }
  }
  const named = (name: string): readonly MoveStatement[] => byName.get(name) ?? [];
  const types = new Set(written.flatMap(({ from }) => from.resource?.type ?? []));
  const hasModules = written.some(({ from }) => from.resource === undefined);
  const knownModules = new Map<string, boolean>([['', false]]);
  const isModuleNamed = (module: string): boolean => {
    const known = knownModules.get(module);
    if (known !== undefined) return known;
    const names = namesOf({ modules: parseModulePath(module) ?? [] });
    const found = names.some((name) => byName.has(name));
    knownModules.set(module, found);
    return found;
  };
  const odd = oddKeys(configuration);
  const placeOf = createPlaceReader();
  const pending = new Set<MoveStatement>();
  const implied = new Map<string, MoveStatement>();
  for (const resource of resources) {
    const { mode, type } = resource;
    const isManaged = mode === 'managed';
    // Most resources are of no interest; as little as possible is read of each.
    const mayImply = isManaged && odd.get(type)?.get(resource.key)?.has(resource.name) === true;
    const isNamed =
      (isManaged && types.has(type) && byName.has(`${type}.${resource.name}`)) ||
      (hasModules && isModuleNamed(resource.module));
    if (!isNamed && !mayImply) continue;
    const place = placeOf(resource);
    const names = namesOf({ modules: place.modules, resource: place });
    if (isNamed) {
      for (const each of names.flatMap(named)) {
        if (!pending.has(each) && applyMove(place, each) !== undefined) pending.add(each);
      }
    }
    const own = mayImply ? impliedMove(configuration, written, place) : undefined;
    if (own !== undefined) implied.set(resource.address, own);
  }
  for (const each of pending) {
    for (const next of namesOf(each.to).flatMap(named)) pending.add(next);
  }
  // The order in the code, so that the result does not depend on the order of the state.
  return [...written.filter((each) => pending.has(each)), ...implied.values()];
}

/** The names on the way to an end, without keys. */
function namesOf({ modules, resource }: MoveEnd): readonly string[] {
  const names = modules.map(({ name }) => `module.${name}`);
  return resource === undefined ? names : [...names, `${resource.type}.${resource.name}`];
}

type OddKeys = ReadonlyMap<string, ReadonlyMap<InstanceKey, ReadonlySet<string>>>;

/** By type and key, the names of resources whose instance may be moved without a block. */
function oddKeys({ modules }: Configuration): OddKeys {
  const keys = new Map<string, Map<InstanceKey, Set<string>>>();
  const seen = new Set<unknown>();
  for (const module of modules.values()) {
    // All calls of a module have the same files.
    if (seen.has(module.files)) continue;
    seen.add(module.files);
    for (const declared of module.resources.values()) {
      const key = oddKey(declared);
      if (key === 'none') continue;
      const own = keys.get(declared.type) ?? new Map<InstanceKey, Set<string>>();
      keys.set(declared.type, own.set(key, (own.get(key) ?? new Set()).add(declared.name)));
    }
  }
  return keys;
}
