import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { evaluated, type TraceContext } from './trace/context.ts';

/** Maximum number of sample entries to try if nothing determines what a new one should contain. */
const maxSamples = 4;

/**
 * For a map whose values are never read: samples for a new entry, which are copies of the others
 * and variants with everything switched off.
 */
export function samplesOf(collection: TraceContext): readonly Json[] {
  const map = evaluated(collection);
  const values = isJsonObject(map) ? Object.values(map) : [];
  const all = new Map(values.map((value) => [canonicalJson(value), value]));
  const few = [...all.values()].slice(0, maxSamples);
  const off = few.filter(isJsonObject).map(switchedOff);
  return [...new Map([...few, ...off].map((value) => [canonicalJson(value), value])).values()];
}

function switchedOff(value: JsonObject): JsonObject {
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, each]) => [name, each === true ? false : each]));
}
