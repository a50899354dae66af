import { z } from 'zod';
import type { JsonObject } from '../model/json.ts';
import { ReportV1 } from '../model/report.ts';
import { PriceFile } from '../providers/harm/cost/price-file.ts';
import { ConfigFile } from './schema.ts';

/** JSON Schema of the file of `prices`. */
export function priceSchema(): JsonObject {
  const schema = z.toJSONSchema(PriceFile, { io: 'input', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'Prices for Parley' };
}

/** JSON Schema of the report, for those who read it. */
export function reportSchema(): JsonObject {
  // As an input it may have fields that a reader does not know.
  const schema = z.toJSONSchema(ReportV1, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  return { ...(schema as JsonObject), title: 'What Parley reports' };
}

/** JSON Schema of `parley.yaml`, for editors that complete and check YAML. */
export function configSchema(): JsonObject {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input', unrepresentable: 'any' });
  return { ...(schema as JsonObject), title: 'Parley settings' };
}
