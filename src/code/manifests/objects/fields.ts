import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { ManifestChange, ManifestObject } from './types.ts';

/** `spec.replicas` of whatever is scaled. */
export const replicasPath: AttributePath = ['spec', 'replicas'];

export function labelPath(key: string): AttributePath {
  return ['metadata', 'labels', key];
}

export function annotationPath(key: string): AttributePath {
  return ['metadata', 'annotations', key];
}

/** Where an object has the specification of its pods. */
function podSpecKeys(kind: string): readonly string[] {
  switch (kind) {
    case 'Pod':
      return ['spec'];
    case 'CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template', 'spec'];
    default:
      return ['spec', 'template', 'spec'];
  }
}

/** The container of that name, be it one of those that start first; undefined when there is none. */
export function containerPath(object: ManifestObject, name: string): AttributePath | undefined {
  const keys = podSpecKeys(object.kind);
  for (const list of ['containers', 'initContainers']) {
    const containers = jsonAt(object.value, ...keys, list);
    if (isJsonArray(containers) && containers.some((one) => nameOf(one) === name)) {
      return [...keys, list, { element: { name } }];
    }
  }
  return undefined;
}

function nameOf(container: Json): Json | undefined {
  return isJsonObject(container) && Object.hasOwn(container, 'name')
    ? container['name']
    : undefined;
}

export function imagePath(container: AttributePath): AttributePath {
  return [...container, 'image'];
}

export function resourcePath(
  container: AttributePath,
  bound: 'requests' | 'limits',
  resource: string,
): AttributePath {
  return [...container, 'resources', bound, resource];
}

/** Sets a variable of a container, which may not have it yet. */
export function envChange(container: AttributePath, name: string, value: string): ManifestChange {
  const path = [...container, 'env', { element: { name } }, 'value'];
  return { kind: 'set', path, value, mayAppend: true };
}
