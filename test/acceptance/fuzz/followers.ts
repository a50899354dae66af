import type { Json } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { withoutKeys } from '../harness/accounting.ts';
import type { ModuleConfiguration, PlanJson } from '../harness/terraform.ts';

const schema = loadSchema();

/**
 * Addresses, without keys, of resources whose code reads a value that only the cloud sets from one
 * of the given resources, such as the latest version of a launch template: when that value changes,
 * they change with it, whatever the code says.
 */
export function followersOf(plan: PlanJson, addresses: readonly string[]): ReadonlySet<string> {
  const moved = new Set(addresses.map(withoutKeys));
  const found = new Set<string>();
  const visit = (module: ModuleConfiguration | undefined, prefix: string): void => {
    for (const { address, expressions = {} } of module?.resources ?? []) {
      if (referencesIn(expressions).some((one) => isMoved(one, prefix, moved))) {
        found.add(`${prefix}${address}`);
      }
    }
    for (const [name, call] of Object.entries(module?.module_calls ?? {})) {
      visit(call.module, `${prefix}module.${name}.`);
    }
  };
  visit(plan.configuration?.root_module, '');
  return found;
}

/**
 * True for a value that only the cloud sets, of a resource that changed, such as
 * `aws_launch_template.web.latest_version`.
 */
function isMoved(reference: string, prefix: string, moved: ReadonlySet<string>): boolean {
  const [type = '', name = '', attribute = ''] = withoutKeys(reference).split('.');
  const known = schema.resource(type)?.attributes.get(attribute);
  if (attribute === 'id' || attribute === 'arn') return false;
  return known?.computed === true && !known.optional && moved.has(`${prefix}${type}.${name}`);
}

function referencesIn(value: Json): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'references' && isJsonArray(inner) ? inner.map(String) : referencesIn(inner),
  );
}
