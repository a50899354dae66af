import { z } from 'zod';
import type { JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import { formatKey } from '../address.ts';
import { stateAddress } from './resource-address.ts';
import { readSensitiveAttributes, withCopies } from './sensitive.ts';
import type { StateResource, TerraformState } from './types.ts';
import { attributesIn } from './values.ts';

/** Any JSON object, without checks: attributes are read when needed. */
export const JsonObjectSchema = z.custom<JsonObject>(
  (value) => isJsonObject(value as JsonObject),
  'expected an object',
);

export const InstanceV4 = z.object({
  index_key: z.union([z.string(), z.int()]).nullish(),
  status: z.string().nullish(),
  deposed: z.string().nullish(),
  attributes: JsonObjectSchema.nullish(),
  attributes_flat: JsonObjectSchema.nullish(),
  sensitive_attributes: z.unknown().optional(),
  identity: JsonObjectSchema.nullish(),
  dependencies: z.array(z.string()).nullish(),
});
export type InstanceV4 = z.infer<typeof InstanceV4>;

export const ResourceV4 = z.object({
  module: z.string().nullish(),
  mode: z.enum(['managed', 'data']),
  type: z.string(),
  name: z.string(),
  provider: z.string().nullish(),
  instances: z.array(InstanceV4),
});
export type ResourceV4 = z.infer<typeof ResourceV4>;

/** A state file of version 4, written by OpenTofu and by Terraform since 0.12. */
export const StateV4 = z.object({
  version: z.literal(4),
  terraform_version: z.string().nullish(),
  serial: z.number().nullish(),
  lineage: z.string().nullish(),
  resources: z.array(ResourceV4).nullish(),
});
export type StateV4 = z.infer<typeof StateV4>;

/** The parts that all instances of a resource share. */
export type SharedParts = Pick<
  StateResource,
  'resourceAddress' | 'module' | 'mode' | 'type' | 'name' | 'provider'
>;

export function stateFromV4(file: StateV4): TerraformState {
  return stateWith(
    file,
    (file.resources ?? []).flatMap((resource) => {
      const shared = sharedParts(resource);
      return resource.instances
        .filter(isCurrent)
        .map((instance) => valueResource(shared, instance));
    }),
  );
}

export function stateWith(
  file: Omit<StateV4, 'resources'>,
  resources: readonly StateResource[],
): TerraformState {
  return {
    format: 'v4',
    serial: file.serial ?? 0,
    lineage: file.lineage ?? '',
    terraformVersion: file.terraform_version ?? '',
    resources,
  };
}

export function sharedParts(resource: Omit<ResourceV4, 'instances'>): SharedParts {
  const { mode, type, name } = resource;
  const module = resource.module ?? '';
  const provider = resource.provider ?? '';
  const base = stateAddress({ module, mode, type, name });
  return { resourceAddress: base, module, mode, type, name, provider };
}

/** False for deposed objects, which have been replaced and await deletion. */
export function isCurrent(instance: InstanceV4): boolean {
  return (instance.deposed ?? '') === '';
}

export function valueResource(shared: SharedParts, instance: InstanceV4): StateResource {
  const key = instance.index_key ?? undefined;
  return {
    ...shared,
    key,
    sensitivePaths: withCopies(shared.type, readSensitiveAttributes(instance.sensitive_attributes)),
    tainted: instance.status === 'tainted',
    address: shared.resourceAddress + formatKey(key),
    ...attributesIn(instance.attributes ?? unflattened(instance)),
    identity: instance.identity ?? {},
    dependencies: instance.dependencies ?? [],
  };
}

/**
 * States written before 0.12 and not applied since have keys such as `a.b.c`; only those without
 * dots are used.
 */
function unflattened(instance: InstanceV4): JsonObject {
  const entries = Object.entries(instance.attributes_flat ?? {});
  return Object.fromEntries(entries.filter(([name]) => !name.includes('.')));
}
