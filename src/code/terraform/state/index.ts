import { foldArmId } from '../../../model/arm-id.ts';
import { HashTable, hashText } from '../../../model/hash-table.ts';
import { Recent } from '../../../model/recent.ts';
import { compareText } from '../../../model/text.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import type { InstanceKey } from '../address.ts';
import { findResource } from './find.ts';
import { type Cleaning, CleanResource } from './resource.ts';
import { schemaSecrets } from './sensitive.ts';
import { AttributeTables, attributeText } from './tables.ts';
import type { AddressHashes, StateIndex, StateResource, TerraformState } from './types.ts';

/** Number of resources whose attributes are cached, since they are usually used again soon. */
const keptAttributes = 500;

/** Number of addresses whose rows are cached. */
const keptAddresses = 20_000;

/** Creates an index of a state. Its tables are built when a type or attribute is first used. */
export function createStateIndex(state: TerraformState, schema: ProviderSchema): StateIndex {
  const { resources } = state;
  const cleaning: Cleaning = {
    secrets: schemaSecrets(schema),
    recent: new Recent(keptAttributes),
  };
  const glance = (row: number): CleanResource =>
    new CleanResource(resourceAt(state, row), cleaning);
  const made = new Map<number, CleanResource>();
  const at = (row: number): CleanResource => {
    const known = made.get(row) ?? glance(row);
    made.set(row, known);
    return known;
  };
  const byType = managedRows(resources);
  const hashes = lazily(() => state.hashes ?? hashesOf(resources));
  const byInstance = lazily(() => new HashTable(hashes().addresses));
  const byResource = lazily(() => new HashTable(hashes().resourceAddresses));
  const recentRows = new Recent<string, { readonly row: number | undefined }>(keptAddresses);
  const find = (address: string): CleanResource | undefined => {
    const { row } = recentRows.get(address, () => ({
      row: byInstance()
        .withText(address)
        .findLast((each) => resources[each]?.address === address),
    }));
    return row === undefined ? undefined : at(row);
  };
  const tables = new AttributeTables({ at, glance, byType });
  return {
    size: resources.length,
    find: (ref) => findResource(tables, ref),
    where: (type, attribute, value) =>
      tables
        .withValue(type, attribute, value)
        .filter(
          (resource) => foldArmId(attributeText(resource, attribute) ?? '') === foldArmId(value),
        ),
    ofType: (type) => tables.ofType(type),
    types: () => [...byType.keys()].sort(),
    get: find,
    scope: (address) => find(address)?.scope,
    keys: (address) =>
      byResource()
        .withText(address)
        .map((row) => resourceAt(state, row))
        .filter(({ resourceAddress }) => resourceAddress === address)
        .map(({ key }) => key)
        .sort(byKey),
  };
}

function resourceAt({ resources }: TerraformState, row: number): StateResource {
  const resource = resources[row];
  if (resource === undefined) throw new RangeError(`The state has no resource ${row}.`);
  return resource;
}

function managedRows(resources: readonly StateResource[]): ReadonlyMap<string, readonly number[]> {
  const byType = new Map<string, number[]>();
  for (const [row, { mode, type }] of resources.entries()) {
    if (mode !== 'managed') continue;
    const rows = byType.get(type);
    if (rows === undefined) byType.set(type, [row]);
    else rows.push(row);
  }
  return byType;
}

function hashesOf(resources: readonly StateResource[]): AddressHashes {
  return {
    addresses: resources.map(({ address }) => hashText(address)),
    resourceAddresses: resources.map(({ resourceAddress }) => hashText(resourceAddress)),
  };
}

/** Numbers by value, before texts by code unit. */
function byKey(a: InstanceKey, b: InstanceKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return compareText(String(a), String(b));
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
