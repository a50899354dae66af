import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';

const metadata: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generateName',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);

/** Annotations that tools and controllers write for themselves, which do not express an intent. */
const annotations: readonly RegExp[] = [
  /^kubectl\.kubernetes\.io\/(?:last-applied-configuration|restartedAt)$/,
  /^kubernetes\.io\/change-cause$/,
  /^deployment\.kubernetes\.io\//,
  /^(?:autoscaling\.alpha\.kubernetes\.io|control-plane\.alpha\.kubernetes\.io)\//,
  /^pv\.kubernetes\.io\//,
  /^volume\.(?:beta\.)?kubernetes\.io\//,
  /^(?:argocd\.argoproj\.io\/tracking-id|kustomize\.toolkit\.fluxcd\.io\/(?:checksum|name|namespace))$/,
  /^(?:meta\.helm\.sh|field\.cattle\.io)\//,
];

/** True for fields that only the server or a controller writes. */
export function isSystemField(names: readonly string[]): boolean {
  const [first, second] = names;
  if (first === 'status') return true;
  const at = names.lastIndexOf('metadata');
  const inner = at < 0 ? undefined : names[at + 1];
  if (inner === undefined) return false;
  if (metadata.has(inner)) return true;
  const key = names[at + 2];
  if (inner === 'annotations' && key !== undefined) return annotations.some((one) => one.test(key));
  return first === 'metadata' && second === 'ownerReferences';
}

/** The object without the fields of the server. */
export function withoutSystemFields(object: JsonObject): JsonObject {
  const stripped = strip(object, []);
  return isJsonObject(stripped) ? stripped : {};
}

function strip(value: Json, names: readonly string[]): Json {
  if (isJsonArray(value)) return value.map((one) => strip(one, names));
  if (!isJsonObject(value)) return value;
  let changed = false;
  const entries: [string, Json][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const path = [...names, name];
    if (isSystemField(path)) {
      changed = true;
      continue;
    }
    const kept = strip(inner, path);
    changed ||= kept !== inner;
    entries.push([name, kept]);
  }
  return changed ? Object.fromEntries(entries) : value;
}
