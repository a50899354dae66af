import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';

/** The JSON object or array in a text; undefined if it contains none. */
export function parseDocumentValue(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text);
    return isJsonObject(parsed) || isJsonArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
