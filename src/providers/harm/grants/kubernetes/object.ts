import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../../model/json.ts';

/** Terraform types -> kinds. */
const kinds: Readonly<Record<string, string>> = {
  kubernetes_role: 'Role',
  kubernetes_role_v1: 'Role',
  kubernetes_cluster_role: 'ClusterRole',
  kubernetes_cluster_role_v1: 'ClusterRole',
  kubernetes_role_binding: 'RoleBinding',
  kubernetes_role_binding_v1: 'RoleBinding',
  kubernetes_cluster_role_binding: 'ClusterRoleBinding',
  kubernetes_cluster_role_binding_v1: 'ClusterRoleBinding',
  kubernetes_network_policy: 'NetworkPolicy',
  kubernetes_network_policy_v1: 'NetworkPolicy',
  kubernetes_service: 'Service',
  kubernetes_service_v1: 'Service',
};

/** A Kubernetes object in the spelling of manifests. */
export interface KubernetesObject {
  readonly kind: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/**
 * A change of an object in the spelling of manifests, whether it is given as one, as
 * `kubernetes_manifest`, or as a Terraform type with snake case and blocks.
 */
export function readKubernetesObject(
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): KubernetesObject {
  if (type === 'kubernetes_manifest' || type === 'kubectl_manifest') {
    const [old, fresh] = [before, after].map((one) => {
      const manifest = jsonAt(one, 'manifest');
      return isJsonObject(manifest) ? manifest : undefined;
    });
    const kind = jsonAt(fresh ?? old, 'kind');
    return { kind: typeof kind === 'string' ? kind : '', before: old, after: fresh };
  }
  const kind = own(kinds, type);
  if (kind === undefined) return { kind: type, before, after };
  return { kind, before: camelObject(before), after: camelObject(after) };
}

/** Blocks that occur once in a manifest, and that Terraform has as lists of one. */
const single = new Set([
  'spec',
  'metadata',
  'role_ref',
  'ip_block',
  'pod_selector',
  'namespace_selector',
]);
/** Blocks that have a plural name in manifests. */
const plural: Readonly<Record<string, string>> = {
  rule: 'rules',
  subject: 'subjects',
  port: 'ports',
  non_resource_urls: 'nonResourceURLs',
};

function camelObject(value: JsonObject | undefined): JsonObject | undefined {
  const read = value === undefined ? undefined : camel(value);
  return isJsonObject(read) ? read : undefined;
}

function camel(value: Json): Json {
  if (isJsonArray(value)) return value.map(camel);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (member === null) return [];
      const inner = single.has(name) && isJsonArray(member) ? (member[0] ?? {}) : member;
      return [[nameOf(name, inner), camel(inner)]];
    }),
  );
}

function nameOf(name: string, value: Json): string {
  // `port` is a block in some places and a number in others.
  const isBlock = isJsonArray(value) || isJsonObject(value);
  if (isBlock && Object.hasOwn(plural, name)) return plural[name] ?? name;
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The texts of a list; none for anything else. */
export function objectTextsAt(
  value: Json | undefined,
  ...path: readonly string[]
): readonly string[] {
  const found = jsonAt(value, ...path);
  return isJsonArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}

/** The objects of a list, or a single object as a list. */
export function childObjectsAt(
  value: Json | undefined,
  ...path: readonly string[]
): readonly JsonObject[] {
  const found = jsonAt(value, ...path);
  return (isJsonArray(found) ? found : [found]).filter(isJsonObject);
}
