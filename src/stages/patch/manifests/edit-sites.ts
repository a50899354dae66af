import type { LocatedObject, Manifests } from '../../../code/manifests/sources/estate.ts';
import type { ManifestFiles } from '../../../code/manifests/sources/types.ts';
import type { Json } from '../../../model/json.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import { ok, type Result } from '../../../model/result.ts';
import { editsBetween } from '../../../text/between.ts';
import { lineAt } from '../../../text/lines.ts';
import type { EditLine } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import { locateNow } from './naming.ts';
import { readerCount } from './radius.ts';
import { helmSites } from './sites/helm.ts';
import { kustomizeSites } from './sites/kustomize.ts';
import { deletionPatchSites, newPatchSites } from './sites/new-patch.ts';
import { createSites, deleteSites } from './sites/objects.ts';
import { wholeSite } from './sites/plain.ts';
import { manifestLine } from './trace.ts';
import type { EditableManifests, ManifestEditSite } from './types.ts';

/** Why an overriding site yields to any other that works. */
const exception = 'It would work, but makes an exception where none is needed.';

/** Places in manifests, overlays and charts. Exceptions come last. */
export function manifestEditSites(code: EditableManifests, goal: Goal): readonly EditSite[] {
  const located = locateNow(code, goal.address);
  const sites = manifestSitesOf(code.manifests, goal, located).map((site) =>
    toEditSite(code, goal, site),
  );
  return [
    ...sites.filter(({ isLast }) => isLast !== true),
    ...sites.filter(({ isLast }) => isLast === true),
  ];
}

function toEditSite(code: EditableManifests, goal: Goal, site: ManifestEditSite): EditSite {
  const edits = filesOf(code, site);
  const files = edits.ok ? edits.value : [];
  const { kind, label, isLast } = site;
  return {
    kind,
    label,
    narrow: true,
    isShared:
      readerCount(
        code.manifests,
        files.map(({ path }) => path),
      ) > 1,
    ...(isLast === true ? { isLast, blunt: exception } : {}),
    at: () => placeOf(code, goal, site, edits),
    edit: () => edits,
  };
}

function filesOf(
  { tree }: EditableManifests,
  site: ManifestEditSite,
): Result<readonly FileEdit[], Refusal> {
  const edited = site.edit();
  if (!edited.ok) return edited;
  return ok(
    [...edited.value].map(([path, text]) => ({
      path,
      edits: editsBetween(tree.get(path) ?? '', text),
    })),
  );
}

/** The first line that is edited, or the one with the field if the edit is refused. */
function placeOf(
  { tree }: EditableManifests,
  goal: Goal,
  { file }: ManifestEditSite,
  edits: Result<readonly FileEdit[], Refusal>,
): EditLine {
  if (!edits.ok) return { file, line: edits.error.nearest?.line ?? 1 };
  const [first] = edits.value.find(({ path }) => path === file)?.edits ?? [];
  if (first !== undefined) return { file, line: lineAt(tree.get(file) ?? '', first.offset) };
  return { file, line: manifestLine(tree, file, 'path' in goal ? goal.path : []) };
}

/** Places to edit to reach a goal, starting with the one that currently provides the value. */
function manifestSitesOf(
  manifests: Manifests,
  goal: Goal,
  located: LocatedObject | undefined,
): readonly ManifestEditSite[] {
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
function deletionsIn(files: ManifestFiles, located: LocatedObject): readonly ManifestEditSite[] {
  const { origin } = located.object;
  return origin.kind === 'kustomize' ? deletionPatchSites(files, located, origin.steps) : [];
}

function fieldSites(
  files: ManifestFiles,
  located: LocatedObject,
  type: string,
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestEditSite[] {
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
