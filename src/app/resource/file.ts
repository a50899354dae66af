import { z } from 'zod';
import type { JsonObject } from '../../model/json.ts';
import type { WantedResource } from '../../model/resource.ts';

/** A resource as people and programs write it. Its tenant is that of the caller. */
export const WrittenResource = z.strictObject({
  kind: z.string().max(63),
  name: z.string().max(63),
  /** Validated by the schema of the kind. */
  spec: z.record(z.string(), z.unknown()),
});

export type WrittenResource = z.infer<typeof WrittenResource>;

/** Values that JSON lacks, such as `.nan` in YAML, become null, which schemas reject. */
export function wantedResource(
  tenant: string,
  { kind, name, spec }: WrittenResource | WantedResource,
): WantedResource {
  return { tenant, kind, name, spec: JSON.parse(JSON.stringify(spec)) as JsonObject };
}
