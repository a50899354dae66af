import { RE2JS, RE2JSException } from 're2js';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { jsonPatched, pointer } from '../../../../providers/kubernetes/changes/json-patch.ts';
import { strategicPatched } from '../../../../providers/kubernetes/changes/strategic-patch.ts';
import { apiGroupOf } from '../../../../providers/kubernetes/names.ts';
import { parseYaml } from '../../../yaml/yaml-tree.ts';
import { manifestDocuments } from '../../objects/documents.ts';
import { manifestProblem } from '../../objects/problems.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import { joinManifestPath } from '../paths.ts';
import type { PatchPlace } from '../types.ts';
import type { Item, Kustomization, KustomizeReader } from './types.ts';
import { itemType, kustomizeName, kustomizeTextAt, listAt, objectNamespace } from './values.ts';

/** One document of a patch and the target that it applies to. */
interface Patch {
  readonly body: Json;
  readonly target: Json | undefined;
  readonly place: PatchPlace;
}

interface Patches {
  readonly patches: readonly Patch[];
  readonly problems: readonly ManifestProblem[];
}

/** Applies `patchesStrategicMerge`, then `patches`, which is kustomize's order. */
export function withPatches(
  items: readonly Item[],
  kustomization: Kustomization,
  reader: KustomizeReader,
): { readonly items: readonly Item[]; readonly problems: readonly ManifestProblem[] } {
  const merge = readPatches(kustomization, reader, 'patchesStrategicMerge');
  const both = readPatches(kustomization, reader, 'patches');
  const made = patchedBy([...merge.patches, ...both.patches], items, reader);
  return { items: made, problems: [...merge.problems, ...both.problems] };
}

/** Applies `patchesJson6902`, which come after names and labels. */
export function withLatePatches(
  items: readonly Item[],
  kustomization: Kustomization,
  reader: KustomizeReader,
): { readonly items: readonly Item[]; readonly problems: readonly ManifestProblem[] } {
  const { patches, problems } = readPatches(kustomization, reader, 'patchesJson6902');
  return { items: patchedBy(patches, items, reader), problems };
}

function readPatches(
  kustomization: Kustomization,
  reader: KustomizeReader,
  field: string,
): Patches {
  const patches: Patch[] = [];
  const problems: ManifestProblem[] = [];
  for (const [index, entry] of listAt(kustomization.value, field).entries()) {
    const found = textOf(kustomization, reader, field, index, entry);
    if (found === undefined) {
      const place = { file: kustomization.file };
      const message = `The patch ${index + 1} of ${field} cannot be read.`;
      problems.push(manifestProblem('kustomize-missing', place, message));
      continue;
    }
    const { text, place } = found;
    const target = jsonAt(entry, 'target');
    for (const [document, span] of manifestDocuments(text).spans.entries()) {
      const body = parseYaml(text.slice(span.start, span.end))?.value;
      if (body === undefined) {
        const message = `The patch ${index + 1} of ${field} is not YAML.`;
        problems.push(manifestProblem('manifest-yaml', { file: place.file }, message));
      } else patches.push({ body, target, place: { ...place, document } });
    }
  }
  return { patches, problems };
}

function textOf(
  { file, folder }: Kustomization,
  reader: KustomizeReader,
  field: string,
  index: number,
  entry: Json,
): { readonly text: string; readonly place: PatchPlace } | undefined {
  const common = { document: 0, layer: file, inner: [] };
  const isText = typeof entry === 'string';
  const inline = isText && entry.includes('\n') ? entry : kustomizeTextAt(entry, 'patch');
  if (inline !== undefined) {
    const path: AttributePath = isText ? [field, index] : [field, index, 'patch'];
    return { text: inline, place: { ...common, file, path, isInline: true } };
  }
  const named = isText ? entry : kustomizeTextAt(entry, 'path');
  const path = named === undefined ? undefined : joinManifestPath(folder, named);
  const text = path === undefined ? undefined : reader.text(path);
  if (path === undefined || text === undefined) return undefined;
  return { text, place: { ...common, file: path, path: [], isInline: false } };
}

function patchedBy(
  patches: readonly Patch[],
  items: readonly Item[],
  reader: KustomizeReader,
): readonly Item[] {
  let made = items;
  for (const patch of patches) {
    const operations = isJsonArray(patch.body) ? patch.body.length : 1;
    if (!reader.spend(made.length + operations)) return [];
    made = patchAll(made, patch);
  }
  return made;
}

function patchAll(items: readonly Item[], { body, target, place }: Patch): readonly Item[] {
  const isMeant = target === undefined ? (item: Item) => isNamedBy(item, body) : targetedBy(target);
  return items.flatMap((item) => {
    if (!isMeant(item)) return [item];
    if (isJsonArray(body)) return [withOperations(item, body, place)];
    return isJsonObject(body) ? withMerge(item, body, place) : [item];
  });
}

function withMerge(item: Item, patch: JsonObject, place: PatchPlace): readonly Item[] {
  if (patch['$patch'] === 'delete') return [];
  const { apiVersion: _version, kind: _kind, ...rest } = patch;
  const metadata = isJsonObject(rest['metadata']) ? rest['metadata'] : {};
  const { name: _name, namespace: _namespace, ...kept } = metadata;
  const body = { ...rest, ...(isJsonObject(rest['metadata']) ? { metadata: kept } : {}) };
  const value = strategicPatched(itemType(item), item.value, body);
  if (!isJsonObject(value)) return [item];
  return [{ ...item, value, steps: [...item.steps, { kind: 'merge', patch: body, ...place }] }];
}

function withOperations(item: Item, operations: readonly Json[], place: PatchPlace): Item {
  let value: Json = item.value;
  const steps = [...item.steps];
  for (const [index, operation] of operations.entries()) {
    const done = jsonPatched(value, [operation]);
    if (done.doubtful) {
      const message = `The patch of ${item.kind} ${kustomizeName(item)} does not fit it.`;
      const problem = manifestProblem('kustomize-unsupported', { file: place.file }, message);
      return { ...item, unclear: problem };
    }
    const at = pathOf(value, jsonAt(operation, 'path'));
    if (isJsonObject(operation) && operation['op'] !== 'test') {
      steps.push({ kind: 'json', operation, at, ...place, inner: [index] });
    }
    value = done.value;
  }
  return isJsonObject(value) ? { ...item, value, steps } : item;
}

/** A JSON pointer as a path; `-` is the position after the last element. */
function pathOf(value: Json, text: Json | undefined): AttributePath {
  let at: Json | undefined = value;
  return (pointer(text) ?? []).map((step) => {
    if (!isJsonArray(at)) {
      at = jsonAt(at, step);
      return step;
    }
    const index = step === '-' ? at.length : Number(step);
    at = at[index];
    return index;
  });
}

/** A patch without a target identifies its object by kind, name and namespace, like a manifest. */
function isNamedBy(item: Item, body: Json): boolean {
  const metadata = jsonAt(body, 'metadata');
  const namespace = kustomizeTextAt(metadata, 'namespace');
  return (
    kustomizeTextAt(body, 'kind') === item.kind &&
    apiGroupOf(kustomizeTextAt(body, 'apiVersion') ?? '') === item.group &&
    item.names.includes(kustomizeTextAt(metadata, 'name') ?? '') &&
    (namespace === undefined || namespace === objectNamespace(item))
  );
}

/** Compiles the patterns once, not for each object. */
function targetedBy(target: Json): (item: Item) => boolean {
  const fits = (name: string): ((...values: readonly string[]) => boolean) => {
    const wanted = kustomizeTextAt(target, name);
    if (wanted === undefined) return () => true;
    const matches = matching(wanted);
    return (...values) => values.some(matches);
  };
  const [group, kind] = [fits('group'), fits('kind')];
  const [name, namespace] = [fits('name'), fits('namespace')];
  const labels = kustomizeTextAt(target, 'labelSelector');
  const annotations = kustomizeTextAt(target, 'annotationSelector');
  return (item) =>
    group(item.group) &&
    kind(item.kind) &&
    name(...item.names) &&
    namespace(objectNamespace(item) ?? '') &&
    hasLabels(item, 'labels', labels) &&
    hasLabels(item, 'annotations', annotations);
}

/** Targets are anchored RE2 patterns; a text that is not a valid pattern is compared literally. */
function matching(pattern: string): (value: string) => boolean {
  try {
    const compiled = RE2JS.compile(`^(?:${pattern})$`);
    return (value) => pattern === value || compiled.matcher(value).find();
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return (value) => pattern === value;
  }
}

function hasLabels(item: Item, field: string, selector: string | undefined): boolean {
  if (selector === undefined) return true;
  const labels = jsonAt(item.value, 'metadata', field);
  return selector.split(',').every((part) => {
    const [key = '', value] = part.trim().split(/==?/);
    return value === undefined
      ? kustomizeTextAt(labels, key) !== undefined
      : kustomizeTextAt(labels, key) === value;
  });
}
