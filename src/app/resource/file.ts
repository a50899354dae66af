import { z } from 'zod';
import type { DeclaredResource } from '../../model/resource.ts';

/** A resource as people and programs write it; whose it is follows from who calls. */
export const WrittenResource = z.strictObject({
  kind: z.string().max(63),
  name: z.string().max(63),
  spec: z.record(z.string(), z.json()),
});

export type WrittenResource = z.infer<typeof WrittenResource>;

export function resourceOf(
  tenant: string,
  { kind, name, spec }: Omit<DeclaredResource, 'tenant'>,
): DeclaredResource {
  return { tenant, kind, name, spec };
}
