import { z } from 'zod';
import type { JsonObject } from '../../../model/json.ts';
import { PolicyFile } from './schema.ts';

/** JSON Schema of a policy file, for editors that complete and check YAML. */
export function policySchema(): JsonObject {
  const schema = z.toJSONSchema(PolicyFile, { io: 'input', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'Parley policy' };
}
