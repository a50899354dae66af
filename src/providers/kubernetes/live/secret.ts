import { credentialIn } from '../../../model/credential/find.ts';
import { mentionsSecret } from '../../../model/credential/name.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { isMasked } from '../../../model/masked.ts';
import type { AttributePath } from '../../../model/path.ts';

/** True if a value may be a secret, so that it must not appear in a report or a manifest. */
export function isSecretField(type: string, path: AttributePath, value: Json | undefined): boolean {
  if (type === 'core/Secret') {
    return path.length === 0 || ['data', 'stringData'].includes(String(path[0]));
  }
  if (value === undefined) return false;
  const step = path.at(-2);
  const last = path.at(-1);
  if (typeof step === 'object' && last === 'value' && isSecretElement(step.element)) return true;
  if (type === 'core/ConfigMap' && path[0] === 'data' && typeof last === 'string') {
    if (path.length === 2 && mentionsSecret(last)) return true;
  }
  return holdsSecret(value);
}

function isSecretElement(element: Json): boolean {
  const name = isJsonObject(element) ? element['name'] : undefined;
  return typeof name === 'string' && mentionsSecret(name);
}

/** True for a text that contains a credential, and for a variable with a secret name. */
function holdsSecret(value: Json): boolean {
  if (typeof value === 'string') return isMasked(value) || credentialIn(value) !== undefined;
  if (isJsonArray(value)) return value.some(holdsSecret);
  if (!isJsonObject(value)) return false;
  if (typeof value['value'] === 'string' && isSecretElement(value)) return true;
  return Object.values(value).some(holdsSecret);
}
