import { fail, ok, type Result } from '../../../model/result.ts';
import { manifestProblem } from './problems.ts';
import type { ManifestFile, ManifestObject, ManifestProblem, ObjectName } from './types.ts';

/** Objects by what they are called, over all files. */
export type ManifestIndex = ReadonlyMap<string, readonly ManifestObject[]>;

/** Objects whose group, kind and name are equal stand together: versions of a group are one type. */
export function indexManifests(files: readonly ManifestFile[]): ManifestIndex {
  const index = new Map<string, ManifestObject[]>();
  for (const object of files.flatMap((one) => one.objects)) {
    const key = keyOf(object);
    const others = index.get(key);
    if (others === undefined) index.set(key, [object]);
    else others.push(object);
  }
  return index;
}

/** The one object that declares what is called so; one without a namespace may be in any. */
export function findManifest(
  index: ManifestIndex,
  wanted: ObjectName,
): Result<ManifestObject, ManifestProblem> {
  const all = index.get(keyOf(wanted)) ?? [];
  const exact = all.filter((one) => one.namespace === wanted.namespace);
  const open = all.filter((one) => one.namespace === undefined);
  const fitting = exact.length > 0 ? exact : open;
  const [first, second] = fitting;
  const { kind, name } = wanted;
  if (first === undefined) {
    const message = `No manifest declares the ${kind} ${name}.`;
    return fail(manifestProblem('manifest-no-object', undefined, message));
  }
  if (second === undefined) return ok(first);
  const place = { file: second.file, line: second.line };
  const message = `The ${kind} ${name} is declared ${fitting.length} times.`;
  return fail(manifestProblem('manifest-ambiguous', place, message));
}

function keyOf({ apiVersion, kind, name }: ObjectName): string {
  const slash = apiVersion.indexOf('/');
  return JSON.stringify([slash < 0 ? '' : apiVersion.slice(0, slash), kind, name]);
}
