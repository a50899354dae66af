import { z } from 'zod';
import type { JsonObject } from '../../../model/json.ts';

/** The schema in the subset that endpoints accept for constrained output. */
export function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as JsonObject;
  return rest;
}
