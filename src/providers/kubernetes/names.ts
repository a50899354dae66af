/** The identity of an object, as far as both manifests and logs show it. */
export interface ObjectId {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The group of an `apiVersion`: empty for `v1`. */
export function apiGroupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** A type such as `apps/Deployment` or `core/Service`. */
export function kindTypeOf({ group, kind }: Pick<ObjectId, 'group' | 'kind'>): string {
  return `${group === '' ? 'core' : group}/${kind}`;
}

/** An address such as `apps/Deployment/prod/web`, without a namespace for cluster-wide objects. */
export function objectAddress(id: ObjectId, cluster?: string): string {
  const parts = [kindTypeOf(id), ...(id.namespace === undefined ? [] : [id.namespace]), id.name];
  return `${cluster === undefined ? '' : `${cluster}:`}${parts.join('/')}`;
}

/**
 * True for the form of {@link objectAddress}. Terraform's addresses have dots and no such slashes.
 */
export function isObjectAddress(address: string): boolean {
  return /^(?:[^/]+:)?[a-z][a-z0-9.-]*\/[A-Z][A-Za-z0-9]*\/[^/]+(?:\/[^/]+)?$/.test(address);
}

/** True for the form of {@link kindTypeOf}. */
export function isObjectType(type: string): boolean {
  return /^[a-z][a-z0-9.-]*\/[A-Z][A-Za-z0-9]*$/.test(type);
}

const plurals: Readonly<Record<string, string>> = {
  Endpoints: 'endpoints',
};

/** The name of a kind's resource in the API: lower case and plural. */
export function kindResource(kind: string): string {
  if (Object.hasOwn(plurals, kind)) return plurals[kind] ?? kind;
  const singular = kind.toLowerCase();
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

const clusterKinds: ReadonlySet<string> = new Set([
  'APIService',
  'CSIDriver',
  'CSINode',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'IngressClass',
  'MutatingWebhookConfiguration',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
  'VolumeAttachment',
]);

/** True for kinds that are known to belong to no namespace. */
export function isClusterWide(kind: string): boolean {
  return clusterKinds.has(kind);
}
