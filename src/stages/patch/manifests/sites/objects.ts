import { manifestDocuments } from '../../../../code/manifests/objects/documents.ts';
import type { ManifestObject } from '../../../../code/manifests/objects/types.ts';
import type {
  LocatedObject,
  Manifests,
  RenderedUnit,
} from '../../../../code/manifests/sources/estate.ts';
import {
  isYaml,
  kustomizationIn,
  manifestFolder,
} from '../../../../code/manifests/sources/paths.ts';
import type { ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import { blockStyle, defaultBlockStyle, renderBlock } from '../../../../code/yaml/block.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../../model/json.ts';
import type { Refusal } from '../../../../model/patch.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { newlineOf } from '../../../../text/lines.ts';
import type { CreateGoal } from '../../types.ts';
import { refusalFor, withValue } from '../document.ts';
import type { Edited, ManifestEditSite } from '../types.ts';

/** Places to add the manifest of an object that exists but is in no manifest. */
export function createSites(
  { files, units }: Manifests,
  { creation: { attributes } }: CreateGoal,
): readonly ManifestEditSite[] {
  const namespace = namespaceIn(attributes);
  const own = units.filter(({ unit }) => unit.isConfigured && unit.source.kind !== 'helm');
  const near = own.filter((one) => namesIn(one).has(namespace ?? ''));
  return [...near, ...own.filter((one) => !near.includes(one))].map((unit) =>
    createSite(files, unit, attributes, namespace),
  );
}

function createSite(
  files: ManifestFiles,
  rendered: RenderedUnit,
  attributes: JsonObject,
  namespace: string | undefined,
): ManifestEditSite {
  const { source } = rendered.unit;
  const siblings = siblingsOf(rendered, namespace);
  const [first] = siblings;
  const name = `${String(objectValueAt(attributes, ['metadata', 'name']))}-${String(attributes['kind']).toLowerCase()}.yaml`;
  if (source.kind === 'kustomize') {
    const top = kustomizationIn(files, source.path) ?? '';
    const file = freePath(files, source.path, name);
    const sets = parseYaml(files.get(top) ?? '')?.value;
    const isPlaced = objectValueAt(sets, ['namespace']) !== undefined;
    const object = isPlaced ? withoutNamespace(attributes) : attributes;
    return {
      kind: 'new manifest',
      file,
      label: name,
      edit: () => listed(files, top, file, manifestText(object, files.get(top) ?? ''), source.path),
    };
  }
  const shared = sharedFile(files, source.path, siblings);
  const object =
    first !== undefined && namespaceIn(first.value) === undefined
      ? withoutNamespace(attributes)
      : attributes;
  const style = files.get(first?.file ?? '') ?? '';
  if (shared !== undefined) {
    const before = files.get(shared) ?? '';
    const newline = newlineOf(before);
    const gap = before === '' || before.endsWith('\n') ? '' : newline;
    const text = `${before}${gap}---${newline}${manifestText(object, before)}`;
    return {
      kind: 'new document',
      file: shared,
      label: name,
      edit: () => ok(new Map([[shared, text]])),
    };
  }
  const file = freePath(
    files,
    first === undefined ? source.path : manifestFolder(first.file),
    name,
  );
  return {
    kind: 'new manifest',
    file,
    label: name,
    edit: () => ok(new Map([[file, manifestText(object, style)]])),
  };
}

function listed(
  files: ManifestFiles,
  top: string,
  file: string,
  text: string,
  folder: string,
): Result<Edited, Refusal> {
  const relative = folder === '' ? file : file.slice(folder.length + 1);
  const resources = objectValueAt(parseYaml(files.get(top) ?? '')?.value, ['resources']);
  const all = isJsonArray(resources) ? [...resources, relative] : [relative];
  return relisted(files, top, [file, text], ['resources'], all);
}

/** The object as YAML, in the style of a neighboring text. */
export function manifestText(object: JsonObject, beside: string): string {
  const { apiVersion, kind, metadata, ...rest } = object;
  const ordered: JsonObject = {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    ...(metadata === undefined ? {} : { metadata }),
    ...rest,
  };
  const span = manifestDocuments(beside).spans[0];
  const tree = span === undefined ? undefined : parseYaml(beside.slice(span.start, span.end))?.tree;
  const style =
    tree === undefined || span === undefined
      ? defaultBlockStyle
      : blockStyle(beside.slice(span.start, span.end), tree);
  return `${renderBlock(ordered, style, 0)}${style.newline}`;
}

function siblingsOf(
  { objects }: RenderedUnit,
  namespace: string | undefined,
): readonly ManifestObject[] {
  const all = objects.flatMap(({ origin, id }) =>
    origin.kind === 'manifest' ? [{ object: origin.object, id }] : [],
  );
  const near = all.filter(({ id }) => id.namespace === namespace);
  return (near.length > 0 ? near : all).map(({ object }) => object);
}

/** The one file that contains all siblings, or undefined. */
function sharedFile(
  files: ManifestFiles,
  path: string,
  siblings: readonly ManifestObject[],
): string | undefined {
  if (files.has(path) && isYaml(path)) return path;
  const [first] = siblings;
  if (siblings.length < 2 || first === undefined || first.prefix.length > 0) return undefined;
  return siblings.every(({ file }) => file === first.file) ? first.file : undefined;
}

/** A path in a folder that is not in use yet. */
export function freePath(files: ManifestFiles, folder: string, name: string): string {
  const prefix = folder === '' ? '' : `${folder}/`;
  const safe = name.replaceAll(/[^\w.-]/g, '-');
  for (let count = 1; ; count += 1) {
    const path = `${prefix}${count === 1 ? safe : safe.replace(/\.yaml$/, `-${count}.yaml`)}`;
    if (!files.has(path)) return path;
  }
}

function namesIn({ objects, unit }: RenderedUnit): ReadonlySet<string> {
  return new Set(objects.map(({ id }) => id.namespace ?? unit.source.namespace ?? ''));
}

function namespaceIn(object: JsonObject): string | undefined {
  const namespace = objectValueAt(object, ['metadata', 'namespace']);
  return typeof namespace === 'string' ? namespace : undefined;
}

function withoutNamespace(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  const entries = Object.entries(metadata ?? {}).filter(([name]) => name !== 'namespace');
  return { ...object, metadata: Object.fromEntries(entries) };
}

/** Places to remove the manifest of an object that no longer exists. */
export function deleteSites(
  files: ManifestFiles,
  { object, unit }: LocatedObject,
): readonly ManifestEditSite[] {
  const { origin } = object;
  if (origin.kind === 'helm') {
    const { file } = origin.template;
    const reason = 'The object is made by a template of a chart.';
    return [
      {
        kind: 'template',
        file,
        label: file,
        edit: () => fail(refusalFor(file, 'helm-unsupported', reason)),
      },
    ];
  }
  const source =
    origin.kind === 'manifest'
      ? origin.object
      : origin.steps.flatMap((step) => (step.kind === 'resource' ? [step.object] : []))[0];
  if (source === undefined) return [];
  const { file } = source;
  const top = kustomizationIn(files, unit.unit.source.path);
  const edit = (): Result<Edited, Refusal> => {
    const removed = withoutObject(files.get(file) ?? '', source);
    if (!removed.ok) return removed;
    if (removed.value.trim() !== '' || origin.kind === 'manifest' || top === undefined) {
      return ok(new Map([[file, removed.value]]));
    }
    return unlisted(files, top, file, removed.value, unit.unit.source.path);
  };
  return [{ kind: 'manifest', file, label: `${source.kind} ${source.name}`, edit }];
}

function withoutObject(text: string, object: ManifestObject): Result<string, Refusal> {
  const { file, document, prefix, name } = object;
  if (prefix.length > 0)
    return withValue({ file, text, document, prefix: [], name }, prefix, undefined);
  const { spans } = manifestDocuments(text);
  const span = spans[document];
  if (span === undefined)
    return fail(refusalFor(file, 'manifest-no-object', 'The manifest is not there.'));
  const [before, after] = [text.slice(0, span.start), text.slice(span.end)];
  return ok(before.trim() === '' ? after.replace(/^---[ \t]*\r?\n/, '') : before + after);
}

/** A file without objects is also removed from the list of resources. */
function unlisted(
  files: ManifestFiles,
  top: string,
  file: string,
  text: string,
  folder: string,
): Result<Edited, Refusal> {
  const relative = folder === '' ? file : file.slice(folder.length + 1);
  const resources = objectValueAt(parseYaml(files.get(top) ?? '')?.value, ['resources']);
  const index = isJsonArray(resources)
    ? resources.findIndex((one) => one === relative || one === `./${relative}`)
    : -1;
  if (index < 0) return ok(new Map([[file, text]]));
  return relisted(files, top, [file, text], ['resources', index], undefined);
}

/** The given file, plus the kustomization `top` with one value set or removed. */
export function relisted(
  files: ManifestFiles,
  top: string,
  file: readonly [path: string, text: string],
  path: readonly (string | number)[],
  value: Json | undefined,
): Result<Edited, Refusal> {
  const place = { file: top, text: files.get(top) ?? '', document: 0, prefix: [], name: top };
  const made = withValue(place, path, value);
  return made.ok ? ok(new Map([file, [top, made.value]])) : made;
}
