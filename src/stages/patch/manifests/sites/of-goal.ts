import type { LocatedObject, Manifests } from '../../../../code/manifests/sources/estate.ts';
import type { ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import type { Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { Goal } from '../../types.ts';
import type { ManifestSite } from '../types.ts';
import { helmSites } from './helm.ts';
import { kustomizeSites } from './kustomize.ts';
import { deletionPatchSites, newPatchSites } from './new-patch.ts';
import { createSites, deleteSites } from './objects.ts';
import { wholeSite } from './plain.ts';

/** Places to edit to reach a goal, starting with the one that currently provides the value. */
export function manifestSitesOf(
  manifests: Manifests,
  goal: Goal,
  located: LocatedObject | undefined,
): readonly ManifestSite[] {
  if (goal.kind === 'create') return createSites(manifests, goal);
  if (located === undefined) return [];
  const { files } = manifests;
  switch (goal.kind) {
    case 'delete':
      return [...deleteSites(files, located), ...deletionsIn(files, located)];
    case 'value':
      return fieldSites(files, located, goal.type, goal.path, goal.value ?? undefined);
    case 'ignore':
      return fieldSites(files, located, goal.type, goal.path, undefined);
    case 'element':
    case 'unignore':
      return [];
  }
}

/** Places in an overlay that take out an object of its base. */
function deletionsIn(files: ManifestFiles, located: LocatedObject): readonly ManifestSite[] {
  const { origin } = located.object;
  return origin.kind === 'kustomize' ? deletionPatchSites(files, located, origin.steps) : [];
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
