import { z } from 'zod';
import type { JsonObject } from '../../model/json.ts';
import type { WantedResource } from '../../model/resource.ts';

/** A resource as people and programs write it; whose it is follows from who calls. */
export const WrittenResource = z.strictObject({
  kind: z.string().max(63),
  name: z.string().max(63),
  /** As the schema of the kind says. */
  spec: z.record(z.string(), z.unknown()),
});

export type WrittenResource = z.infer<typeof WrittenResource>;

/** What is no JSON in a file, as `.nan` is in YAML, becomes null, which schemas refuse. */
export function resourceOf(
  tenant: string,
  { kind, name, spec }: WrittenResource | WantedResource,
): WantedResource {
  return { tenant, kind, name, spec: JSON.parse(JSON.stringify(spec)) as JsonObject };
}
