import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../model/json.ts';
import type { Refusal } from '../../../model/patch.ts';
import { type AttributePath, formatPath, pathKey, startsWith } from '../../../model/path.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { objectValueAt } from '../../../providers/kubernetes/values/at.ts';
import { parseYaml } from '../../yaml/yaml-tree.ts';
import type { LocatedObject } from '../sources/estate.ts';
import { formatImage, parseImage, renamedImage } from '../sources/kustomize/sizes.ts';
import { kustomizationIn } from '../sources/paths.ts';
import type { KustomizeStep, ManifestFiles, PatchPlace } from '../sources/types.ts';
import { positions, refusalFor, withValue } from './document.ts';
import { wholeSite } from './spots-plain.ts';
import type { Edited, ManifestSite } from './types.ts';

type Place = { readonly file: string; readonly path: AttributePath };

/**
 * Places that could be edited so that one field of an object of an overlay changes: where its
 * value comes from, then what the overlay could lay over it, then what is under that.
 */
export function kustomizeSites(
  files: ManifestFiles,
  { unit, object }: LocatedObject,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestSite[] {
  const reversed = [...steps].reverse();
  const supplier = reversed.find((step) => supplies(files, step, object.value, path));
  const top = kustomizationIn(files, unit.unit.source.path);
  const editSites: ManifestSite[] = [];
  const add = (found: ManifestSite | undefined): void => {
    if (found !== undefined) editSites.push(found);
  };
  if (supplier !== undefined) add(siteAt(files, supplier, object.value, path, value));
  if (top !== undefined && value !== undefined) {
    add(replicasEntry(files, top, object.id.name, steps, path, value));
    add(imageEntry(files, top, steps, path, value, objectValueAt(object.value, path)));
    add(literalEntry(files, steps, path, value));
  }
  const merges = reversed.filter((step) => step.kind === 'merge' && step !== supplier);
  for (const step of merges) add(siteAt(files, step, object.value, path, value ?? null));
  const resource = steps.find((step) => step.kind === 'resource');
  if (resource !== supplier && resource !== undefined) {
    add(siteAt(files, resource, object.value, path, value));
  }
  return editSites;
}

/** True when a step of the evaluation is what gives a field its value. */
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

/** True when an entry of `images:` made this image. */
function isFor(files: ManifestFiles, step: Place, image: Json | undefined): boolean {
  if (typeof image !== 'string') return false;
  const entry = entryAt(files, step);
  if (entry === undefined) return false;
  const made = renamedImage({ name: String(jsonAt(entry, 'name')) }, entry);
  return made.name === parseImage(image).name;
}

function entryAt(files: ManifestFiles, { file, path }: Place): Json | undefined {
  return objectValueAt(parseYaml(files.get(file) ?? '')?.value, path);
}

function siteAt(
  files: ManifestFiles,
  step: KustomizeStep,
  object: Json,
  path: AttributePath,
  value: Json | undefined,
): ManifestSite | undefined {
  switch (step.kind) {
    case 'resource':
      return wholeSite(files, step.object, path, value);
    case 'replicas': {
      const entry = value === undefined || value === null ? step.path.slice(0, -1) : step.path;
      return entrySite(files, 'replicas entry', { ...step, path: entry }, value ?? undefined);
    }
    case 'image':
      return imageSite(files, step, value);
    case 'labels':
    case 'annotations': {
      const key = path.at(-1);
      return typeof key !== 'string'
        ? undefined
        : entrySite(files, `${step.kind} entry`, { ...step, path: [...step.path, key] }, value);
    }
    case 'literal':
      return literalSite(files, step, value);
    case 'merge':
      return patchSite(files, step, path, value);
    case 'json': {
      const rest = positions(object, path).slice(step.at.length);
      const at = [...step.inner, 'value', ...rest];
      return patchSite(
        files,
        step,
        value === undefined && rest.length === 0 ? step.inner : at,
        value,
      );
    }
  }
}

function entrySite(
  files: ManifestFiles,
  kind: string,
  place: Place,
  value: Json | undefined,
): ManifestSite {
  const { file, path } = place;
  return {
    kind,
    file,
    label: formatPath(path),
    edit: () => edited(files, file, path, value),
  };
}

function edited(
  files: ManifestFiles,
  file: string,
  path: AttributePath,
  value: Json | undefined,
): Result<Edited, Refusal> {
  const text = files.get(file) ?? '';
  const made = withValue({ file, text, document: 0, prefix: [], name: file }, path, value);
  return made.ok ? ok(new Map([[file, made.value]])) : made;
}

function imageSite(
  files: ManifestFiles,
  step: Place,
  value: Json | undefined,
): ManifestSite | undefined {
  const entry = entryAt(files, step);
  if (typeof value !== 'string' || !isJsonObject(entry)) return undefined;
  return entrySite(files, 'images entry', step, withImage(entry, value));
}

/** The entry that makes an image of that name what it shall be. */
function withImage(entry: Readonly<Record<string, Json>>, image: string): Json {
  const wanted = parseImage(image);
  const kept = Object.entries(entry).filter(([name]) => {
    if (name === 'newTag') return wanted.tag !== undefined;
    if (name === 'digest') return wanted.digest !== undefined;
    return true;
  });
  const isRenamed = wanted.name !== (entry['newName'] ?? entry['name']);
  return {
    ...Object.fromEntries(kept),
    ...(isRenamed ? { newName: wanted.name } : {}),
    ...(wanted.tag === undefined ? {} : { newTag: wanted.tag }),
    ...(wanted.digest === undefined ? {} : { digest: wanted.digest }),
  };
}

/** A new entry of `replicas:` in the overlay itself. */
function replicasEntry(
  files: ManifestFiles,
  file: string,
  finalName: string,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
): ManifestSite | undefined {
  if (pathKey(path) !== pathKey(['spec', 'replicas'])) return undefined;
  if (steps.some((step) => step.kind === 'replicas' && step.file === file)) return undefined;
  const resource = steps.find((step) => step.kind === 'resource');
  const name = resource?.object.name ?? finalName;
  const element = { name, count: value };
  const at: AttributePath = ['replicas', { element: { name } }];
  return entrySite(files, 'replicas entry', { file, path: at }, element);
}

/** A new entry of `images:` in the overlay itself, where only tag or digest differ. */
function imageEntry(
  files: ManifestFiles,
  file: string,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
  current: Json | undefined,
): ManifestSite | undefined {
  if (path.at(-1) !== 'image' || typeof value !== 'string' || typeof current !== 'string')
    return undefined;
  if (
    steps.some((step) => step.kind === 'image' && step.file === file && isFor(files, step, current))
  ) {
    return undefined;
  }
  const name = parseImage(current).name;
  if (parseImage(value).tag === undefined && parseImage(value).digest === undefined)
    return undefined;
  if (formatImage(parseImage(value)) !== value) return undefined;
  const at: AttributePath = ['images', { element: { name } }];
  return entrySite(files, 'images entry', { file, path: at }, withImage({ name }, value));
}

function literalSite(
  files: ManifestFiles,
  step: Extract<KustomizeStep, { kind: 'literal' }>,
  value: Json | undefined,
): ManifestSite {
  const { file, path, key } = step;
  if (path.length > 0) {
    const text = value === undefined ? undefined : `${key}=${String(value)}`;
    return entrySite(files, 'generator literal', step, text);
  }
  const whole = (): Result<Edited, Refusal> => {
    if (typeof value === 'string') return ok(new Map([[file, value]]));
    return fail(refusalFor(file, 'manifest-not-editable', `The file ${file} is the whole value.`));
  };
  return { kind: 'generator file', file, label: key, edit: whole };
}

/** A new literal of the generator that makes the object. */
function literalEntry(
  files: ManifestFiles,
  steps: readonly KustomizeStep[],
  path: AttributePath,
  value: Json,
): ManifestSite | undefined {
  const [field, key] = path;
  const last = steps.findLast((step) => step.kind === 'literal' && step.path.length > 0);
  if (last?.kind !== 'literal' || field !== 'data' || typeof key !== 'string' || path.length !== 2)
    return undefined;
  if (steps.some((step) => step.kind === 'literal' && step.key === key)) return undefined;
  const list = entryAt(files, { file: last.file, path: last.path.slice(0, -1) });
  const count = isJsonArray(list) ? list.length : 0;
  const literal = `${key}=${String(value)}`;
  const at: AttributePath = [...last.path.slice(0, -1)];
  const all = isJsonArray(list) ? [...list, literal] : [literal];
  return entrySite(files, `generator literal ${count + 1}`, { file: last.file, path: at }, all);
}

/** A patch in a file of its own, or in a text of the kustomization. */
function patchSite(
  files: ManifestFiles,
  place: PatchPlace,
  path: AttributePath,
  value: Json | undefined,
): ManifestSite {
  const { file, document, isInline } = place;
  return {
    kind: isInline ? 'inline patch' : 'patch file',
    file,
    label: formatPath(path),
    edit: () => {
      const text = files.get(file) ?? '';
      if (!isInline) {
        const made = withValue({ file, text, document, prefix: [], name: file }, path, value);
        return made.ok ? ok(new Map([[file, made.value]])) : made;
      }
      const inner = entryAt(files, place);
      if (typeof inner !== 'string') {
        return fail(refusalFor(file, 'manifest-path', 'The patch is not where it was.'));
      }
      const made = withValue({ file, text: inner, document, prefix: [], name: file }, path, value);
      return made.ok ? edited(files, file, place.path, made.value) : made;
    },
  };
}
