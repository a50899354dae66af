import { z } from 'zod';
import { PriceFile } from '../harm/cost/price-file.ts';
import type { JsonObject } from '../model/json.ts';
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
