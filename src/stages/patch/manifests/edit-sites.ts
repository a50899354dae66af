import type { FileEdit, Refusal } from '../../../model/patch.ts';
import { ok, type Result } from '../../../model/result.ts';
import { editsBetween } from '../../../text/between.ts';
import { lineAt } from '../../../text/lines.ts';
import type { EditLine } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import { locateNow } from './naming.ts';
import { readersOf } from './radius.ts';
import { manifestSitesOf } from './sites/of-goal.ts';
import { lineOf } from './trace.ts';
import type { EditableManifests, ManifestSite } from './types.ts';

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

function toEditSite(code: EditableManifests, goal: Goal, site: ManifestSite): EditSite {
  const edits = filesOf(code, site);
  const files = edits.ok ? edits.value : [];
  const { kind, label, isLast } = site;
  return {
    kind,
    label,
    narrow: true,
    isShared:
      readersOf(
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
  site: ManifestSite,
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
  { file }: ManifestSite,
  edits: Result<readonly FileEdit[], Refusal>,
): EditLine {
  if (!edits.ok) return { file, line: edits.error.nearest?.line ?? 1 };
  const [first] = edits.value.find(({ path }) => path === file)?.edits ?? [];
  if (first !== undefined) return { file, line: lineAt(tree.get(file) ?? '', first.offset) };
  return { file, line: lineOf(tree, file, 'path' in goal ? goal.path : []) };
}
