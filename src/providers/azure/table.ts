import type { ResourceRef } from '../../model/effect.ts';
import { groupBy } from '../../model/group.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId, TypeSpelling } from './arm-id.ts';
import { armId, armTypeOf } from './arm-id.ts';
import type { AzureType, Children } from './spec.ts';

/** The supported Terraform types, by ARM type in lower case. */
export interface AzureTable {
  readonly spelling: TypeSpelling;
  specs(arm: string): readonly AzureType[];
  /** Types whose bodies contain resources of this ARM type. */
  hosts(arm: string): readonly Host[];
}

export interface Host {
  readonly spec: AzureType;
  readonly children: Children;
}

export function createTable(types: readonly AzureType[]): AzureTable {
  const byArm = groupBy(types, ({ arm }) => arm.toLowerCase());
  const hosts = groupBy(
    types.flatMap((spec) => (spec.children ?? []).map((children): Host => ({ spec, children }))),
    ({ children }) => children.child.arm.toLowerCase(),
  );
  return {
    spelling: (arm) => byArm.get(arm)?.[0]?.arm,
    specs: (arm) => byArm.get(arm) ?? [],
    hosts: (arm) => hosts.get(arm) ?? [],
  };
}

/** The ref to a resource of a type by its id in the log. */
export function azureRefTo({ type, identity: { key } }: AzureType, id: ArmId): ResourceRef {
  return { type, keys: key === undefined ? [{ id: id.key }] : [{ id: id.key }, key(id)] };
}

export interface FoundEntry {
  readonly spec: AzureType;
  readonly ref: ResourceRef;
  readonly managed: ManagedResource | undefined;
}

/**
 * The type that is meant if several share an ARM type: that of the managed resource, else the one
 * that the body fits, else the first. Undefined if none is known.
 */
export function findType(
  table: AzureTable,
  estate: Estate,
  id: ArmId,
  body?: JsonObject,
): FoundEntry | undefined {
  const specs = table.specs(id.type.toLowerCase());
  for (const spec of specs) {
    const ref = azureRefTo(spec, id);
    const managed = estate.find(ref);
    if (managed !== undefined) return { spec, ref, managed };
  }
  const fits = specs.find(({ when }) => body !== undefined && when?.(body) === true);
  const spec = fits ?? specs[0];
  return spec && { spec, ref: azureRefTo(spec, id), managed: undefined };
}

/** The ref of the resource with this id, if its type is known. */
export function azureRefById(
  table: AzureTable,
  estate: Estate,
  text: string,
): ResourceRef | undefined {
  const arm = armTypeOf(text.toLowerCase());
  const id = armId(text, table.spelling(arm) ?? arm, table.spelling);
  return findType(table, estate, id)?.ref;
}
