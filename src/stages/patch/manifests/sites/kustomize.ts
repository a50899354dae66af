import type { LocatedObject } from '../../../../code/manifests/sources/estate.ts';
import { kustomizationIn } from '../../../../code/manifests/sources/paths.ts';
import type {
  KustomizeStep,
  ManifestEntry,
  ManifestFiles,
} from '../../../../code/manifests/sources/types.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import type { Refusal } from '../../../../model/patch.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { positions, refusalFor } from '../document.ts';
import type { Edited, ManifestEditSite } from '../types.ts';
import { entrySite } from './entry.ts';
import { imageEntry, literalEntry, replicasEntry, withImage } from './kustomize-entries.ts';
import { entryAt, supplies } from './kustomize-steps.ts';
import { removedElement } from './new-patch.ts';
import { patchSite } from './patch.ts';
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
): readonly ManifestEditSite[] {
  const reversed = [...steps].reverse();
  const supplier = reversed.find((step) => supplies(files, step, object.value, path));
  const top = kustomizationIn(files, unit.unit.source.path);
  const editSites: ManifestEditSite[] = [];
  const add = (found: ManifestEditSite | undefined): void => {
    if (found !== undefined) editSites.push(found);
  };
  if (supplier !== undefined) add(siteAt(files, supplier, object.value, path, value));
  if (top !== undefined && value !== undefined) {
    add(replicasEntry(files, top, object.id.name, steps, path, value));
    add(imageEntry(files, top, steps, path, value, objectValueAt(object.value, path)));
    add(literalEntry(files, steps, path, value));
  }
  const merges = reversed.filter((step) => step.kind === 'merge' && step !== supplier);
  const over = value ?? removedElement(path) ?? null;
  for (const step of merges) add(siteAt(files, step, object.value, path, over));
  add(operationSite(files, steps, object.value, path, value));
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
): ManifestEditSite | undefined {
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
): ManifestEditSite | undefined {
  const entry = entryAt(files, step);
  if (typeof value !== 'string' || !isJsonObject(entry)) return undefined;
  return entrySite(files, 'images entry', step, withImage(entry, value));
}

function literalSite(
  files: ManifestFiles,
  step: Extract<KustomizeStep, { kind: 'literal' }>,
  value: Json | undefined,
): ManifestEditSite {
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

/** One more operation at the end of the last JSON patch that applies to the object. */
function operationSite(
  files: ManifestFiles,
  steps: readonly KustomizeStep[],
  object: Json,
  path: AttributePath,
  value: Json | undefined,
): ManifestEditSite | undefined {
  const last = steps.findLast((step) => step.kind === 'json');
  const pointer = pointerTo(positions(object, path));
  if (last === undefined || pointer === undefined || last.inner.length !== 1) return undefined;
  const isThere = objectValueAt(object, path) !== undefined;
  if (value === undefined && !isThere) return undefined;
  const operation: JsonObject =
    value === undefined
      ? { op: 'remove', path: pointer }
      : { op: isThere ? 'replace' : 'add', path: pointer, value };
  const { op = '' } = operation;
  const added: AttributePath = [{ element: { op, path: pointer } }];
  const site = patchSite(files, last, added, operation);
  return { ...site, label: formatPath(path) };
}

/** The path as a JSON pointer; undefined if an element of it does not exist. */
function pointerTo(path: AttributePath): string | undefined {
  const names = path.flatMap((step) =>
    typeof step === 'object' ? [] : [String(step).replaceAll('~', '~0').replaceAll('/', '~1')],
  );
  return names.length === path.length ? names.map((name) => `/${name}`).join('') : undefined;
}
