import type { Json } from '../../../model/json.ts';
import type { TraceStep } from '../../../model/patch.ts';
import { type AttributePath, formatPath } from '../../../model/path.ts';
import { objectValueAt } from '../../../providers/kubernetes/values/at.ts';
import type { LocatedObject, Manifests } from '../sources/estate.ts';
import type { ManifestFiles } from '../sources/types.ts';
import { helmSites } from './sites-helm.ts';
import { kustomizeSites, supplies } from './sites-kustomize.ts';
import { newPatchSites } from './sites-new-patch.ts';
import { createSites, deleteSites } from './sites-whole.ts';
import { wholeSite } from './spots-plain.ts';
import type { ManifestGoal, ManifestSite } from './types.ts';

/** Places that could be edited to reach a goal, from the one that gives the value now on. */
export function sitesOfGoal(
  manifests: Manifests,
  goal: ManifestGoal,
  located: LocatedObject | undefined,
): readonly ManifestSite[] {
  if (goal.kind === 'create') return createSites(manifests, goal);
  if (located === undefined) return [];
  const { files } = manifests;
  if (goal.kind === 'delete') return deleteSites(files, located);
  const value = goal.kind === 'release' ? undefined : goal.value;
  return fieldSites(files, located, goal.type, goal.path, value);
}

function fieldSites(
  files: ManifestFiles,
  located: LocatedObject,
  type: string,
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestSite[] {
  const { origin } = located.object;
  switch (origin.kind) {
    case 'manifest':
      return [wholeSite(files, origin.object, path, value)];
    case 'kustomize':
      return [
        ...kustomizeSites(files, located, origin.steps, path, value),
        ...newPatchSites(files, located, origin.steps, path, value),
      ];
    case 'helm':
      return helmSites(files, located, origin.template, type, path, value);
  }
}

/** Where the value of a field comes from, the strongest first. */
export function manifestTraceOf(
  files: ManifestFiles,
  { object }: LocatedObject,
  path: AttributePath,
): readonly TraceStep[] {
  const { origin, value } = object;
  switch (origin.kind) {
    case 'manifest':
      return [
        {
          kind: 'manifest',
          text: formatPath(path),
          file: origin.object.file,
          line: lineOf(files, origin.object.file, path),
        },
      ];
    case 'kustomize':
      return [...origin.steps]
        .reverse()
        .filter((step) => supplies(files, step, value, path))
        .map((step) => {
          const place = step.kind === 'resource' ? { file: step.object.file, path } : step;
          const line = lineOf(files, place.file, place.path.length === 0 ? path : place.path);
          return {
            kind: step.kind,
            text: formatPath(place.path.length === 0 ? path : place.path),
            file: place.file,
            line,
          };
        });
    case 'helm': {
      const found = objectValueAt(value, path);
      const { file } = origin.template;
      return [
        {
          kind: 'template',
          text: formatPath(path),
          file,
          line: found === undefined ? 1 : lineOf(files, file, path),
        },
      ];
    }
  }
}

/** The first line that has the last name of the path, which is near enough for a reader. */
export function lineOf(files: ManifestFiles, file: string, path: AttributePath): number {
  const lines = (files.get(file) ?? '').split('\n');
  let from = 0;
  for (const step of path) {
    const word =
      typeof step === 'string'
        ? step
        : typeof step === 'object'
          ? String(Object.values(step.element ?? {})[0])
          : undefined;
    if (word === undefined) continue;
    const found = lines.findIndex((line, index) => index >= from && hasWord(line, word));
    if (found >= 0) from = found;
  }
  return from + 1;
}

function hasWord(line: string, word: string): boolean {
  const at = line.indexOf(word);
  if (at < 0) return false;
  return !/[\w-]/.test(line[at - 1] ?? '') && !/[\w-]/.test(line[at + word.length] ?? '');
}
