import type { HclInput } from '../../code/hcl/edit/types.ts';
import { descendants } from '../../code/hcl/syntax/walk.ts';
import {
  formatModulePath,
  formatResourceAddress,
  parseAddress,
} from '../../code/terraform/address.ts';
import type { ModuleInstance } from '../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import { foldArmId } from '../../model/arm-id.ts';
import { relativeGoogleName } from '../../model/google-name.ts';
import { type Json, type JsonObject, own } from '../../model/json.ts';
import { compareText } from '../../model/text.ts';
import { furtherNames, namedType, resourceGroupType } from '../../providers/traits/names.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import type { CreateGoal, Goal } from '../../stages/patch/types.ts';
import { type ReferenceTo, withValueReferences } from './written-value.ts';

/** Values that can only be identifiers, whereas a plain word may match by coincidence. */
const looksLikeId =
  /^(?:arn:[a-z-]+:\S+|projects\/\S+|serviceAccount:\S+|[^\s@]+@\S+\.gserviceaccount\.com|[a-z]{2,12}-[0-9a-f]{8,17}|https:\/\/\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/subscriptions\/\S+)$/;

/** Attributes by which resources refer to each other. */
const referable = ['key_id', 'id', 'arn', 'url'];

/** Arguments that usually refer to another attribute than the id. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['bucket', 'name'],
  ['cluster', 'name'],
  ['dataset_id', 'dataset_id'],
  ['email', 'email'],
  ['function_name', 'function_name'],
  ['group', 'name'],
  ['instance', 'name'],
  ['log_group_name', 'name'],
  ['managed_zone', 'name'],
  ['member', 'member'],
  ['role', 'name'],
  ['router', 'name'],
  ['service_account_email', 'email'],
  ['table_name', 'name'],
  ['user', 'name'],
  ['zone_id', 'zone_id'],
]);

/** A resource and the attribute with the value. */
interface ReferencedIdentity {
  readonly address: string;
  readonly attribute: string;
}

type Writer = (project: Project, goal: Goal, attribute: string, value: Json) => HclInput;

/**
 * Decides how a value is written: as a reference if it is the id of a resource that the same module
 * declares (or of a new resource's parent, through an output if that is in a module), otherwise
 * literally. In a new resource, references are also used inside lists and documents, and as the
 * beginning of longer ARNs.
 */
export function createWriter(index: StateIndex): Writer {
  let byValue: ReadonlyMap<string, readonly ReferencedIdentity[]> | undefined;
  return (project, goal, attribute, value) => {
    const identities = (): ReadonlyMap<string, readonly ReferencedIdentity[]> => {
      byValue ??= readIdentities(index, project);
      return byValue;
    };
    const parent = goal.kind === 'create' ? goal.creation.parent : undefined;
    const home = moduleOf(goal.address);
    const usable = ({ address }: ReferencedIdentity): boolean =>
      moduleOf(address) === home &&
      address !== goal.address &&
      project.evaluation.instance(address) !== undefined;
    const referenceTo: ReferenceTo = (text) => {
      const own = parent === undefined ? [] : identitiesOf(index, parent, attribute, text);
      const others = looksLikeId.test(text) ? (identities().get(idOf(text)) ?? []) : [];
      const named = goal.kind === 'create' ? namedIn(index, goal, attribute, text) : [];
      const beside = asNeighbors(index, project, goal, text);
      const found = [...named, ...own, ...beside, ...preferred(others, attribute, text)].find(
        usable,
      );
      if (found !== undefined) return `${localName(found.address)}.${found.attribute}`;
      return own
        .map((one) => outputOf(project, goal.address, one))
        .find((one) => one !== undefined);
    };
    if (goal.kind === 'create') return withValueReferences(value, referenceTo);
    const reference = typeof value === 'string' ? referenceTo(value) : undefined;
    return reference === undefined ? { kind: 'json', value } : { kind: 'raw', text: reference };
  };
}

function readIdentities(
  index: StateIndex,
  project: Project,
): ReadonlyMap<string, readonly ReferencedIdentity[]> {
  const found = new Map<string, ReferencedIdentity[]>();
  for (const address of project.evaluation.addresses()) {
    const resource = index.get(address);
    const more = resource === undefined ? [] : furtherNames(resource.type);
    for (const attribute of [...referable, 'zone_id', ...more]) {
      const value = resource?.attributes[attribute];
      if (typeof value !== 'string') continue;
      const id = idOf(value);
      const list = found.get(id) ?? [];
      list.push({ address, attribute });
      found.set(id, list);
    }
  }
  return found;
}

/** A normalized id, which is the same for equivalent spellings. */
function idOf(text: string): string {
  return foldArmId(relativeGoogleName(text));
}

function identitiesOf(
  index: StateIndex,
  address: string,
  argument: string,
  value: string,
): readonly ReferencedIdentity[] {
  const attributes = index.get(address)?.attributes ?? {};
  const names = new Set([...referable, ...namedBy.values()]);
  const all = [...names]
    .filter((attribute) => hasNamedValue(attributes, attribute, value))
    .map((attribute) => ({ address, attribute }));
  return preferred(all, argument, value);
}

/** Sorts the attribute that people would usually refer to first. */
function preferred(
  identities: readonly ReferencedIdentity[],
  argument: string,
  value: string,
): readonly ReferencedIdentity[] {
  const first = value.startsWith('arn:') ? 'arn' : namedBy.get(argument);
  const chosen = identities.filter(({ attribute }) => attribute === first);
  return [...chosen, ...identities.filter(({ attribute }) => referable.includes(attribute))];
}

/** Module instance part of an address: `module.a["x"]`, empty for the root. */
function moduleOf(address: string): string {
  const parsed = parseAddress(address);
  return parsed === undefined ? '' : formatModulePath(parsed.modules);
}

/** The address relative to its own module. */
function localName(address: string): string {
  const parsed = parseAddress(address);
  return parsed === undefined ? address : formatResourceAddress({ ...parsed, modules: [] });
}

/** Arguments that a part shares with its whole. */
const shared: ReadonlySet<string> = new Set(['location', 'resource_group_name']);

/** True if the attribute has the value. Azure ids are not case-sensitive. */
function hasNamedValue(attributes: JsonObject, attribute: string, value: string): boolean {
  const found = own(attributes, attribute);
  return typeof found === 'string' && foldArmId(found) === foldArmId(value);
}

/**
 * The resources that a name refers to by itself, and those with which a new resource shares its
 * group or whole.
 */
function namedIn(
  index: StateIndex,
  { creation }: CreateGoal,
  argument: string,
  value: string,
): readonly ReferencedIdentity[] {
  const type = namedType(argument);
  const named = type === undefined ? [] : index.where(type, 'name', value);
  const group = creation.attributes['resource_group_name'];
  const groups = typeof group === 'string' ? index.where(resourceGroupType, 'name', group) : [];
  const wholes = shared.has(argument)
    ? [...(argument === 'location' ? groups : []), index.get(creation.parent ?? '')].filter(
        (whole) => whole !== undefined && hasNamedValue(whole.attributes, argument, value),
      )
    : [];
  return [
    ...(named.length === 1 ? named : []).map(({ address }) => ({ address, attribute: 'name' })),
    ...wholes.map((whole) => ({ address: whole?.address ?? '', attribute: argument })),
  ];
}

/**
 * The resource with this value, searched among the types and attributes to which the other members
 * of a list refer: a plain name next to `aws_iam_role.app.name` is the name of a role. Empty if
 * several resources have it.
 */
function asNeighbors(
  index: StateIndex,
  { evaluation }: Project,
  goal: Goal,
  value: string,
): readonly ReferencedIdentity[] {
  if (goal.kind !== 'element') return [];
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind !== 'attribute') return [];
  const found = new Map<string, ReferencedIdentity>();
  for (const node of descendants(location.expr)) {
    if (node.kind !== 'get') continue;
    const named = evaluation.define(location.scope, node);
    const [attribute, ...deeper] = named?.kind === 'resource' ? named.rest : [];
    if (named?.kind !== 'resource' || typeof attribute !== 'string' || deeper.length > 0) continue;
    const type = evaluation.instance(named.address)?.declaration.type ?? '';
    for (const { address } of index.where(type, attribute, value)) {
      found.set(`${address}.${attribute}`, { address, attribute });
    }
  }
  return found.size === 1 ? [...found.values()] : [];
}

/**
 * How code outside a module refers to an attribute of a resource inside: by the output with exactly
 * that value, as `module.web.role_name`. Undefined if the module has none.
 */
function outputOf(
  { evaluation }: Project,
  /** Address of the resource whose code refers to it. */
  from: string,
  { address, attribute }: ReferencedIdentity,
): string | undefined {
  const [home, inner] = [from, address].map((each) => parseAddress(each)?.modules ?? []);
  const call = inner?.slice(0, (home?.length ?? 0) + 1);
  const parsed = parseAddress(address);
  // An output of a module nested deeper would have to be passed on.
  if (call === undefined || parsed === undefined || call.length !== inner?.length) return undefined;
  const level = instanceOf(evaluation, address);
  const wanted = `${parsed.type}.${parsed.name}.${attribute}`;
  const output = [...(level?.module.outputs.values() ?? [])]
    .filter(({ value }) => value?.file.text.slice(value.expr.start, value.expr.end) === wanted)
    .sort((a, b) => compareText(a.name, b.name))[0];
  return output && `${formatModulePath(call.slice(-1))}.${output.name}`;
}

function instanceOf(evaluation: Evaluation, address: string): ModuleInstance | undefined {
  return evaluation.instance(address)?.scope.instance;
}
