import type { JsonObject } from '../../../model/json.ts';
import {
  apiGroupOf,
  isClusterWide,
  kindTypeOf,
  type ObjectId,
} from '../../../providers/kubernetes/names.ts';
import { readManifests } from '../objects/read.ts';
import type { ManifestObject, ManifestProblem } from '../objects/types.ts';
import { isBelowFolder, isKustomization, isYaml, manifestFolder } from './paths.ts';
import type { ManifestFiles, ManifestSource, Rendered, RenderedObject } from './types.ts';

/** Plain manifests below a folder, or in one file. Objects are used exactly as written. */
export function renderPlain(files: ManifestFiles, source: ManifestSource): Rendered {
  const objects: RenderedObject[] = [];
  const problems: ManifestProblem[] = [];
  const reads = new Set<string>();
  for (const [path, text] of files) {
    if (!isPlain(files, source.path, path)) continue;
    reads.add(path);
    if (!text.includes('apiVersion')) continue;
    const read = readManifests(path, text);
    problems.push(...read.problems);
    objects.push(...read.objects.map((object) => rendered(object, source.namespace)));
  }
  return { objects, unclear: [], problems, reads };
}

/** True for YAML files, except those of a chart or a kustomization, which need rendering. */
function isPlain(files: ManifestFiles, root: string, path: string): boolean {
  if (!isBelowFolder(path, root) || !isYaml(path) || isKustomization(path)) return false;
  for (
    let folder = manifestFolder(path);
    isBelowFolder(folder, root);
    folder = manifestFolder(folder)
  ) {
    if (files.has(folder === '' ? 'Chart.yaml' : `${folder}/Chart.yaml`)) return false;
    if (folder === '' || folder === root) break;
  }
  return true;
}

function rendered(object: ManifestObject, namespace: string | undefined): RenderedObject {
  const id = objectId(object, namespace);
  const { value } = object;
  return { id, key: plainKey(id), value, lasting: value, origin: { kind: 'manifest', object } };
}

/** The identity of an object; cluster-wide objects have no namespace. */
export function objectId(
  {
    apiVersion,
    kind,
    namespace,
    name,
  }: Omit<ManifestObject, 'value' | 'file' | 'line' | 'document' | 'prefix'>,
  otherwise: string | undefined,
): ObjectId {
  const place = isClusterWide(kind) ? undefined : (namespace ?? otherwise);
  return {
    group: apiGroupOf(apiVersion),
    kind,
    name,
    ...(place === undefined ? {} : { namespace: place }),
  };
}

export function plainKey(id: ObjectId): string {
  return [kindTypeOf(id), id.namespace ?? '', id.name].join('/');
}

/** The value with changed metadata, e.g. another name or namespace. */
export function withMetadata(value: JsonObject, changes: JsonObject): JsonObject {
  const metadata = value['metadata'];
  const old = typeof metadata === 'object' && metadata !== null ? metadata : {};
  return { ...value, metadata: { ...(old as JsonObject), ...changes } };
}
