import type { Json } from '../../model/json.ts';
import { normalKey, type ValueHint } from './normalize.ts';

/**
 * True when Terraform would see no difference: null, absent and empty are the same, `"20"` equals
 * 20, sets have no order, and JSON documents and IAM policies compare by meaning.
 */
export function equivalent(a: Json | undefined, b: Json | undefined, hint?: ValueHint): boolean {
  return a === b || normalKey(a, hint) === normalKey(b, hint);
}
