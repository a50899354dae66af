import { isJsonArray, type Json, type JsonObject, jsonAt } from '../../../model/json.ts';
import type { StateEnvironment } from '../types.ts';
import type { BackendAttributes } from './types.ts';

export function backendAttributesOf(values: JsonObject, env: StateEnvironment): BackendAttributes {
  return {
    text(...path) {
      let at: Json | undefined = values;
      for (const name of path) at = memberOf(at, name);
      return typeof at === 'string' && at !== '' ? at : undefined;
    },
    variable(...names) {
      return names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
    },
  };
}

/** Readers of blocks differ in whether a block that occurs once is a list with one item. */
function memberOf(value: Json | undefined, name: string): Json | undefined {
  const object = isJsonArray(value) && value.length === 1 ? value[0] : value;
  return jsonAt(object, name);
}
