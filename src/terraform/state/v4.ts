import { z } from 'zod';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { formatKey } from '../address.ts';
import { resourceAddress } from './resource-address.ts';
import { readSensitiveAttributes, withCopies } from './sensitive.ts';
import type { State, StateResource } from './types.ts';

/** Any JSON object, taken as it is: attributes are read when needed, not checked up front. */
export const JsonObjectSchema = z.custom<JsonObject>(
  (value) => isJsonObject(value as JsonObject),
  'expected an object',
);

const InstanceV4 = z.object({
  index_key: z.union([z.string(), z.int()]).nullish(),
  status: z.string().nullish(),
  deposed: z.string().nullish(),
  attributes: JsonObjectSchema.nullish(),
  attributes_flat: JsonObjectSchema.nullish(),
  sensitive_attributes: z.unknown().optional(),
  identity: JsonObjectSchema.nullish(),
  dependencies: z.array(z.string()).nullish(),
});
type InstanceV4 = z.infer<typeof InstanceV4>;

const ResourceV4 = z.object({
  module: z.string().nullish(),
  mode: z.enum(['managed', 'data']),
  type: z.string(),
  name: z.string(),
  provider: z.string().nullish(),
  instances: z.array(InstanceV4),
});
type ResourceV4 = z.infer<typeof ResourceV4>;

/** A state file of version 4: Terraform since 0.12, and OpenTofu. */
export const StateV4 = z.object({
  version: z.literal(4),
  terraform_version: z.string().nullish(),
  serial: z.number().nullish(),
  lineage: z.string().nullish(),
  resources: z.array(ResourceV4).nullish(),
});
export type StateV4 = z.infer<typeof StateV4>;

export function stateFromV4(file: StateV4): State {
  return {
    format: 'v4',
    serial: file.serial ?? 0,
    lineage: file.lineage ?? '',
    terraformVersion: file.terraform_version ?? '',
    resources: (file.resources ?? []).flatMap(instancesOf),
  };
}

function instancesOf(resource: ResourceV4): StateResource[] {
  const { mode, type, name } = resource;
  const module = resource.module ?? '';
  const base = resourceAddress({ module, mode, type, name });
  return resource.instances
    .filter((instance) => (instance.deposed ?? '') === '')
    .map((instance) => {
      const key = instance.index_key ?? undefined;
      return {
        address: base + formatKey(key),
        resourceAddress: base,
        module,
        mode,
        type,
        name,
        key,
        provider: resource.provider ?? '',
        attributes: instance.attributes ?? unflattened(instance),
        sensitivePaths: withCopies(type, readSensitiveAttributes(instance.sensitive_attributes)),
        ...(isJsonObject(instance.identity ?? null) && { identity: instance.identity ?? {} }),
        dependencies: instance.dependencies ?? [],
        tainted: instance.status === 'tainted',
      };
    });
}

/** States written before 0.12 and not applied since hold `a.b.c` keys; the plain ones will do. */
function unflattened(instance: InstanceV4): JsonObject {
  const entries = Object.entries(instance.attributes_flat ?? {});
  return Object.fromEntries(entries.filter(([name]) => !name.includes('.')));
}
