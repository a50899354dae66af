import type { ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { Refusal } from '../../../../model/patch.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { firstValue, positions, refusalFor, withValue } from '../document.ts';
import type { Edited, ManifestEditSite } from '../types.ts';

/**
 * The strongest values file that has the setting, then the others. If none has it, it can be added.
 */
export function valuesSites(
  files: ManifestFiles,
  names: readonly string[],
  settings: Json,
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestEditSite[] {
  const strongest = [...names].reverse();
  const having = strongest.filter(
    (file) => objectValueAt(parseYaml(files.get(file) ?? '')?.value, path) !== undefined,
  );
  const others = strongest.filter((file) => !having.includes(file) && files.has(file));
  const editSite = (file: string, isNew: boolean): ManifestEditSite => ({
    kind: file === names[0] ? 'chart values' : 'values file',
    file,
    label: label(path),
    edit: () => valuesEdit(files, file, settings, path, value, isNew),
  });
  const [winner, ...rest] = having;
  return [
    ...(winner === undefined ? [] : [editSite(winner, false)]),
    ...(value === undefined
      ? []
      : others.filter((file) => file !== names[0]).map((file) => editSite(file, true))),
    ...rest.map((file) => editSite(file, false)),
    ...(winner === undefined && value !== undefined ? [editSite(names[0] ?? '', true)] : []),
  ];
}

function valuesEdit(
  files: ManifestFiles,
  file: string,
  settings: Json,
  path: AttributePath,
  value: Json | undefined,
  isNew: boolean,
): Result<Edited, Refusal> {
  const text = files.get(file) ?? '';
  const own = parseYaml(text)?.value;
  const target = isNew ? wholeLists(own, settings, path, value) : { path, value };
  if (own === undefined || own === null) {
    const names = target.path.filter((step) => typeof step === 'string');
    if (text.replaceAll(/^\s*(?:#.*)?$/gm, '').trim() !== '' || names.length < target.path.length) {
      return fail(refusalFor(file, 'manifest-yaml', `${file} cannot be read.`));
    }
    return ok(new Map([[file, firstValue(text, names, target.value ?? null)]]));
  }
  const made = withValue(
    { file, text, document: 0, prefix: [], name: file },
    target.path,
    target.value,
  );
  return made.ok ? ok(new Map([[file, made.value]])) : made;
}

/**
 * Values files replace lists entirely, so one that sets an element must contain the entire list.
 */
function wholeLists(
  own: Json | undefined,
  settings: Json,
  path: AttributePath,
  value: Json | undefined,
): { readonly path: AttributePath; readonly value: Json | undefined } {
  for (let length = 1; length < path.length; length += 1) {
    const above = path.slice(0, length);
    const list = objectValueAt(settings, above);
    if (!isJsonArray(list) || objectValueAt(own, above) !== undefined || value === undefined)
      continue;
    const rest = positions(list, path.slice(length));
    return { path: above, value: withElement(list, rest, value) };
  }
  return { path, value };
}

function withElement(old: Json, path: AttributePath, value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isJsonArray(old)) {
    if (typeof step !== 'number') return [...old, value];
    return old.with(step, withElement(old[step] ?? null, rest, value));
  }
  const map = isJsonObject(old) ? old : {};
  return { ...map, [String(step)]: withElement(map[String(step)] ?? {}, rest, value) };
}

/** `image.tag`, for readers. */
export function label(path: AttributePath): string {
  return path.map((step) => (typeof step === 'object' ? '[...]' : String(step))).join('.');
}
