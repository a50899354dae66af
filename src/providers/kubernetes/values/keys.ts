import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';

/**
 * Members that name the elements of a list. Later ones are used only if the first is not unique.
 */
export type MergeKeys = readonly string[];

const byName: ReadonlySet<string> = new Set([
  'containers',
  'initContainers',
  'ephemeralContainers',
  'env',
  'volumes',
  'imagePullSecrets',
  'webhooks',
]);

const others: Readonly<Record<string, MergeKeys>> = {
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey', 'whenUnsatisfiable'],
  ownerReferences: ['uid'],
};

/** The elements of a list; none of anything else. */
export function listElements(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** The names in a path, without the steps into lists. */
export function keyNamesOf(path: AttributePath): readonly string[] {
  return path.filter((step) => typeof step === 'string');
}

/** True for types of the API server itself, whose lists are known. */
export function isBuiltIn(type: string): boolean {
  const group = type.slice(0, type.indexOf('/'));
  return !group.includes('.') || /(?:^|\.)k8s\.io$/.test(group);
}

/**
 * The members that name the elements of the list at a path, as in strategic merge patches and
 * server-side apply. Undefined if the list is treated as one value, like all lists of custom types.
 */
export function mergeKeysAt(type: string, names: readonly string[]): MergeKeys | undefined {
  if (!isBuiltIn(type)) return undefined;
  const last = names.at(-1) ?? '';
  if (byName.has(last)) return ['name'];
  if (last === 'ports') {
    if (names.at(-2) === 'spec' && type === 'core/Service') return ['port', 'protocol'];
    return /ontainers$/.test(names.at(-2) ?? '') ? ['containerPort', 'protocol'] : undefined;
  }
  if (last === 'secrets' && type === 'core/ServiceAccount') return ['name'];
  return own(others, last);
}

/** True for lists whose order does not matter. */
export function isSetAt(type: string, names: readonly string[]): boolean {
  const last = names.at(-1) ?? '';
  if (last === 'finalizers' && names.at(-2) === 'metadata') return true;
  if (type.startsWith('rbac.authorization.k8s.io/')) {
    return ['verbs', 'resources', 'apiGroups', 'resourceNames', 'nonResourceURLs'].includes(last);
  }
  return isBuiltIn(type) && ['accessModes', 'policyTypes'].includes(last);
}

/**
 * The name of each element by these members, or undefined if an element has none or two have the
 * same.
 */
export function elementNames(
  list: readonly Json[],
  keys: MergeKeys,
): readonly JsonObject[] | undefined {
  const names = list.map((element) => elementName(element, keys));
  if (!names.every((name) => name !== undefined)) return undefined;
  return new Set(names.map((name) => JSON.stringify(name))).size === list.length
    ? names
    : undefined;
}

/** The name of an element. A missing protocol counts as TCP. */
export function elementName(element: Json, keys: MergeKeys): JsonObject | undefined {
  if (!isJsonObject(element)) return undefined;
  const entries: [string, Json][] = [];
  for (const key of keys) {
    const value = own(element, key);
    if (value === undefined && key !== 'protocol') return undefined;
    entries.push([key, value ?? 'TCP']);
  }
  return Object.fromEntries(entries);
}

/** True if the element has that name. */
export function isNamedMember(element: Json, name: JsonObject): boolean {
  const own = elementName(element, Object.keys(name));
  return (
    own !== undefined && Object.keys(name).every((key) => String(own[key]) === String(name[key]))
  );
}
