import type { KustomizeStep, ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import type { Json, JsonObject } from '../../../../model/json.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { positions } from '../document.ts';
import type { ManifestSite } from '../types.ts';
import { patchSite } from './patch.ts';

/** One more operation at the end of the last JSON patch that applies to the object. */
export function operationSite(
  files: ManifestFiles,
  steps: readonly KustomizeStep[],
  object: Json,
  path: AttributePath,
  value: Json | undefined,
): ManifestSite | undefined {
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
