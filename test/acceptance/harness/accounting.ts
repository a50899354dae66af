import { posix } from 'node:path';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { canonicalJson, isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { installedFolder } from './installed.ts';
import { shadows } from './shadows.ts';
import type { ModuleConfiguration, ModuleValues, PlanJson, ResourceChange } from './terraform.ts';
import type { Tree } from './tree.ts';

/*
 * "No changes" means that the live values equal what the code says. It says nothing about what the
 * code does not mention: an inline rule next to rule resources, an attached policy, the versioning
 * of a bucket. Those show only as drift between state and live values, so each such drift must be
 * accounted for.
 */

/** A difference between state and live values that nothing in the code accounts for. */
export interface Unaccounted {
  readonly address: string;
  readonly attribute: string;
  readonly live: Json;
}

export interface PlannedResource {
  readonly address: string;
  readonly type: string;
  readonly values: JsonObject;
}

const schema = loadSchema();

/** `root` is the folder of the tree that was planned. */
export function unaccountedDrift(plan: PlanJson, tree: Tree, root = '.'): readonly Unaccounted[] {
  const planned = plannedResources(plan.planned_values?.root_module);
  return (plan.resource_drift ?? []).flatMap((drift) =>
    unaccounted({ plan, tree, root }, planned, drift),
  );
}

/**
 * What the code says: the configuration in the plan, and the files for what the plan leaves out.
 */
interface Code {
  readonly plan: PlanJson;
  readonly tree: Tree;
  readonly root: string;
}

function unaccounted(
  code: Code,
  planned: readonly PlannedResource[],
  drift: ResourceChange,
): readonly Unaccounted[] {
  const { before, after } = drift.change;
  // A deleted resource that the code still has shows as a planned change: no concern of ours.
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return (
    driftedAttributes(before, after)
      .filter((attribute) => !isDerived(drift.type, attribute))
      // An empty live value needs no code; where the code has a value, the plan shows it.
      .filter((attribute) => plain(after[attribute]) !== null)
      .filter((attribute) => !declares(code, drift.address, attribute))
      .filter((attribute) => {
        const shadow = shadows[`${drift.type}.${attribute}`];
        return shadow === undefined || !shadow(after, planned);
      })
      .map((attribute) => ({ address: drift.address, attribute, live: after[attribute] ?? null }))
  );
}

function driftedAttributes(before: JsonObject, after: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((key) => canonicalJson(plain(before[key])) !== canonicalJson(plain(after[key])));
}

/** Providers treat null and empty strings, lists and objects alike, and sets have no order. */
function plain(value: Json | undefined): Json {
  if (value === undefined || value === null || value === '') return null;
  if (isJsonArray(value)) {
    const items = value.map(plain).sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
    return items.length === 0 ? null : items;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, plain(inner)] as const)
    .filter(([, inner]) => inner !== null);
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Json);
}

/** Attributes that code cannot set follow from others. */
function isDerived(type: string, attribute: string): boolean {
  if (attribute === 'tags_all' || attribute === 'id') return true;
  const known = schema.resource(type)?.attributes.get(attribute);
  return known?.computed === true && !known.optional;
}

/** True when the block of the resource sets the attribute, or has Terraform ignore its changes. */
function declares({ plan, tree, root }: Code, address: string, attribute: string): boolean {
  const names = withoutKeys(address).split('.');
  let module: ModuleConfiguration | undefined = plan.configuration?.root_module;
  let folder = root === '.' ? '' : root;
  const calls: string[] = [];
  while (names[0] === 'module') {
    const call = module?.module_calls?.[names[1] ?? ''];
    calls.push(names[1] ?? '');
    folder = installedFolder(tree, calls) ?? posix.join(folder, call?.source ?? '');
    module = call?.module;
    names.splice(0, 2);
  }
  const resource = module?.resources?.find((candidate) => candidate.address === names.join('.'));
  if (Object.hasOwn(resource?.expressions ?? {}, attribute)) return true;
  return speaksOf(blockOf(tree, folder, names), attribute);
}

/** The configuration in the plan lacks dynamic blocks and what the life cycle ignores. */
function speaksOf(block: string, attribute: string): boolean {
  const ignored = /ignore_changes\s*=\s*(\[[^\]]*\]|all)/.exec(block)?.[1] ?? '';
  return (
    block.includes(`dynamic "${attribute}"`) ||
    ignored === 'all' ||
    new RegExp(`\\b${attribute}\\b`).test(ignored)
  );
}

function blockOf(tree: Tree, folder: string, [type, name]: readonly string[]): string {
  const opening = `resource "${type}" "${name}" {`;
  for (const [path, text] of tree) {
    if (!path.endsWith('.tf') || posix.dirname(path) !== (folder || '.')) continue;
    const start = text.indexOf(opening);
    if (start >= 0) return text.slice(start, text.indexOf('\n}', start));
  }
  return '';
}

/** `module.a["x.y"].b.c[0]` -> `module.a.b.c` */
export function withoutKeys(address: string): string {
  return address.replaceAll(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, '');
}

export function plannedResources(module: ModuleValues | undefined): readonly PlannedResource[] {
  if (module === undefined) return [];
  const own = (module.resources ?? []).map(({ address, type, values }) => ({
    address,
    type,
    values: values ?? {},
  }));
  return [...own, ...(module.child_modules ?? []).flatMap(plannedResources)];
}
