import type { Json } from '../../../model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../model/json.ts';
import { parseAddress } from '../address.ts';

/**
 * Reports whether a resource has an attribute or block type in the `configuration` of a plan's
 * JSON.
 */
export function configuredAttributes(
  configuration: Json | undefined,
): (address: string, attribute: string) => boolean {
  const root = jsonAt(configuration ?? null, 'root_module');
  return (address, attribute) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    let module = root;
    for (const { name } of parsed.modules) {
      module = jsonAt(module ?? null, 'module_calls', name, 'module');
    }
    const resources = jsonAt(module ?? null, 'resources');
    const resource = (isJsonArray(resources) ? resources : []).find(
      (item) =>
        jsonAt(item, 'mode') === parsed.mode &&
        jsonAt(item, 'type') === parsed.type &&
        jsonAt(item, 'name') === parsed.name,
    );
    const expressions = jsonAt(resource ?? null, 'expressions');
    return isJsonObject(expressions) && Object.hasOwn(expressions, attribute);
  };
}
