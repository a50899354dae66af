import { parseImage, renamedImage } from '../../../../code/manifests/sources/kustomize/sizes.ts';
import type {
  KustomizeStep,
  ManifestEntry,
  ManifestFiles,
} from '../../../../code/manifests/sources/types.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { type Json, jsonAt } from '../../../../model/json.ts';
import { type AttributePath, pathKey, startsWith } from '../../../../model/path.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { positions } from '../document.ts';

/** True when a step of the evaluation provides the value of a field. */
export function supplies(
  files: ManifestFiles,
  step: KustomizeStep,
  object: Json,
  path: AttributePath,
): boolean {
  switch (step.kind) {
    case 'resource':
      return objectValueAt(step.object.value, path) !== undefined;
    case 'merge':
      return objectValueAt(step.patch, path) !== undefined;
    case 'json': {
      const at = positions(object, path);
      return step.operation['op'] !== 'remove' && startsWith(at, step.at);
    }
    case 'replicas':
      return pathKey(path) === pathKey(['spec', 'replicas']);
    case 'image':
      return path.at(-1) === 'image' && isFor(files, step, objectValueAt(object, path));
    case 'literal':
      return path[0] === 'data' && path[1] === step.key && path.length === 2;
    case 'labels':
    case 'annotations': {
      const key = path.at(-1);
      return (
        path.at(-2) === step.kind &&
        typeof key === 'string' &&
        jsonAt(entryAt(files, step), key) !== undefined
      );
    }
  }
}

/** True when an entry of `images:` produced this image. */
export function isFor(files: ManifestFiles, step: ManifestEntry, image: Json | undefined): boolean {
  if (typeof image !== 'string') return false;
  const entry = entryAt(files, step);
  if (entry === undefined) return false;
  const made = renamedImage({ name: String(jsonAt(entry, 'name')) }, entry);
  return made.name === parseImage(image).name;
}

export function entryAt(files: ManifestFiles, { file, path }: ManifestEntry): Json | undefined {
  return objectValueAt(parseYaml(files.get(file) ?? '')?.value, path);
}
