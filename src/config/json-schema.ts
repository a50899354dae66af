import { z } from 'zod';
import type { JsonObject } from '../model/json.ts';
import { PriceFile } from '../providers/harm/cost/price-file.ts';
import { ConfigFile } from './schema.ts';

/** JSON Schema of the file of `prices`. */
export function priceSchema(): JsonObject {
  const schema = z.toJSONSchema(PriceFile, { io: 'input', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'Prices for Parley' };
}

/** JSON Schema of `parley.yaml`, for editors that complete and check YAML. */
export function configSchema(): JsonObject {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'Parley settings' };
}
