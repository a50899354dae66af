import type { LocatedObject } from '../../../../code/manifests/sources/estate.ts';
import { kustomizationIn } from '../../../../code/manifests/sources/paths.ts';
import type {
  KustomizeStep,
  ManifestEntry,
  ManifestFiles,
  PatchPlace,
} from '../../../../code/manifests/sources/types.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import type { Refusal } from '../../../../model/patch.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { positions, refusalFor, withValue } from '../document.ts';
import type { Edited, ManifestSite } from '../types.ts';
import { edited, entrySite } from './entry.ts';
import { imageEntry, literalEntry, replicasEntry, withImage } from './kustomize-entries.ts';
import { entryAt, supplies } from './kustomize-steps.ts';
import { wholeSite } from './plain.ts';

/**
 * Places to edit so that one field of an overlay's object changes: first where its value comes
 * from, then what the overlay could override it with, then what lies below.
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

function imageSite(
  files: ManifestFiles,
  step: ManifestEntry,
  value: Json | undefined,
): ManifestSite | undefined {
  const entry = entryAt(files, step);
  if (typeof value !== 'string' || !isJsonObject(entry)) return undefined;
  return entrySite(files, 'images entry', step, withImage(entry, value));
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

/** A patch in its own file or inline in the kustomization. */
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
