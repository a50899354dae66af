import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../../model/json.ts';
import type { Item } from './types.ts';
import { kustomizeName } from './values.ts';

/** Old names mapped to new ones, by kind: `ConfigMap settings` to `settings-5k2f`. */
export type Renames = ReadonlyMap<string, string>;

/** Maps every name by which other objects may refer to an object to its final name. */
export function collectRenames(items: readonly Item[], finalName: (item: Item) => string): Renames {
  const renames = new Map<string, string>();
  for (const item of items) {
    for (const name of [...item.names, kustomizeName(item)])
      renames.set(`${item.kind} ${name}`, finalName(item));
  }
  return renames;
}

/** Fields that contain the name of another object, by the end of their path. */
const fields: readonly (readonly [kind: string, end: string])[] = [
  ['ConfigMap', 'configMapRef.name'],
  ['ConfigMap', 'configMapKeyRef.name'],
  ['ConfigMap', 'configMap.name'],
  ['Secret', 'secretRef.name'],
  ['Secret', 'secretKeyRef.name'],
  ['Secret', 'secret.name'],
  ['Secret', 'secret.secretName'],
  ['Secret', 'imagePullSecrets.name'],
  ['Secret', 'tls.secretName'],
  ['Service', 'service.name'],
  ['Service', 'spec.serviceName'],
  ['ServiceAccount', 'serviceAccountName'],
  ['PersistentVolumeClaim', 'persistentVolumeClaim.claimName'],
];

/** Maps that contain the name of an object together with its kind. */
const typed: ReadonlySet<string> = new Set(['scaleTargetRef', 'roleRef', 'subjects', 'targetRef']);

/** The object with the final names of the objects that it refers to. */
export function withKustomizeReferences(value: JsonObject, renames: Renames): JsonObject {
  const made = visit(value, [], renames);
  return isJsonObject(made) ? made : value;
}

function visit(value: Json, path: readonly string[], renames: Renames): Json {
  if (isJsonArray(value)) return value.map((one) => visit(one, path, renames));
  if (isJsonObject(value)) {
    const inner = Object.entries(value).map(([name, one]) => {
      return [name, visit(one, [...path, name], renames)] as const;
    });
    const made = Object.fromEntries(inner);
    return typed.has(path.at(-1) ?? '') ? withTyped(made, renames) : made;
  }
  if (typeof value !== 'string' || path[0] === 'metadata') return value;
  const end = path.slice(-2).join('.');
  const field = fields.find(
    ([, one]) => end === one || (!one.includes('.') && path.at(-1) === one),
  );
  return field === undefined ? value : (renames.get(`${field[0]} ${value}`) ?? value);
}

function withTyped(reference: JsonObject, renames: Renames): JsonObject {
  const [kind, name] = [jsonAt(reference, 'kind'), jsonAt(reference, 'name')];
  const renamed = renames.get(`${String(kind)} ${String(name)}`);
  return renamed === undefined ? reference : { ...reference, name: renamed };
}
