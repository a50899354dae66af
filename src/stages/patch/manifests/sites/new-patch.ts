import type { ManifestObject } from '../../../../code/manifests/objects/types.ts';
import type { LocatedObject } from '../../../../code/manifests/sources/estate.ts';
import { kustomizationIn } from '../../../../code/manifests/sources/paths.ts';
import type { KustomizeStep, ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import type { ManifestEditSite } from '../types.ts';
import { freePath, manifestText, relisted } from './objects.ts';

/**
 * A new patch file in the overlay for one field of an object of its base. The last resort if the
 * base must not change because others are built from it.
 */
export function newPatchSites(
  files: ManifestFiles,
  located: LocatedObject,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestEditSite[] {
  const change = patchFor(path, value ?? removedElement(path) ?? null);
  return change === undefined ? [] : patchFileSites(files, located, steps, change);
}

/**
 * A patch file in the overlay that takes out an object of its base. Kustomize refuses other entries
 * of the overlay that then have no object.
 */
export function deletionPatchSites(
  files: ManifestFiles,
  located: LocatedObject,
  steps: readonly KustomizeStep[],
): readonly ManifestEditSite[] {
  const top = kustomizationIn(files, located.unit.unit.source.path);
  const isNamed = steps.some(
    (step) =>
      (step.kind === 'replicas' && step.file === top) ||
      (step.kind === 'json' && step.layer === top),
  );
  return isNamed ? [] : patchFileSites(files, located, steps, { $patch: 'delete' });
}

/** What takes an element with a name out of a list; undefined for a path to anything else. */
export function removedElement(path: AttributePath): JsonObject | undefined {
  const last = path.at(-1);
  if (typeof last !== 'object' || !isJsonObject(last.element)) return undefined;
  return { ...last.element, $patch: 'delete' };
}

function patchFileSites(
  files: ManifestFiles,
  { unit }: LocatedObject,
  steps: readonly KustomizeStep[],
  change: JsonObject,
): readonly ManifestEditSite[] {
  const folder = unit.unit.source.path;
  const top = kustomizationIn(files, folder);
  const base = steps.find((step) => step.kind === 'resource')?.object;
  if (top === undefined || base === undefined) return [];
  const sets = parseYaml(files.get(top) ?? '')?.value;
  const list = objectValueAt(sets, ['patches']) === undefined ? older(sets) : 'patches';
  const entries = objectValueAt(sets, [list]);
  const label = `${base.name}-${base.kind.toLowerCase()}-patch.yaml`;
  const file = freePath(files, folder, label);
  const relative = folder === '' ? file : file.slice(folder.length + 1);
  const entry = list === 'patches' ? { path: relative } : relative;
  const all = isJsonArray(entries) ? [...entries, entry] : [entry];
  const text = manifestText(patchOf(base, change), files.get(base.file) ?? '');
  return [
    {
      kind: 'new patch',
      file,
      label,
      isLast: true,
      edit: () => relisted(files, top, [file, text], [list], all),
    },
  ];
}

/** The list of patches in an overlay written for older versions of kustomize. */
function older(sets: Json | undefined): 'patches' | 'patchesStrategicMerge' {
  return objectValueAt(sets, ['patchesStrategicMerge']) === undefined
    ? 'patches'
    : 'patchesStrategicMerge';
}

/** The change with the object's names in the base, by which kustomize finds it. */
function patchOf(
  { apiVersion, kind, name, value }: ManifestObject,
  change: JsonObject,
): JsonObject {
  const namespace = objectValueAt(value, ['metadata', 'namespace']);
  const { metadata, ...rest } = change;
  const names = { name, ...(namespace === undefined ? {} : { namespace }) };
  const labels = isJsonObject(metadata) ? metadata : {};
  return { apiVersion, kind, metadata: { ...names, ...labels }, ...rest };
}

/**
 * A strategic merge patch of one field. Undefined if that is not enough: for elements without a
 * name, and the names of the object.
 */
function patchFor(path: AttributePath, value: Json): JsonObject | undefined {
  const [first, second] = path;
  const isLabel = second === 'labels' || second === 'annotations';
  if (first === 'apiVersion' || first === 'kind' || (first === 'metadata' && !isLabel)) {
    return undefined;
  }
  let patch: Json = value;
  for (const step of [...path].reverse()) {
    if (typeof step === 'string') patch = { [step]: patch };
    else if (typeof step === 'number' || !isJsonObject(step.element)) return undefined;
    else if (!isJsonObject(patch)) return undefined;
    else patch = [{ ...step.element, ...patch }];
  }
  return isJsonObject(patch) ? patch : undefined;
}
