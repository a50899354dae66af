import { isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import { parseYaml, readYaml } from '../../../yaml/yaml-tree.ts';
import { manifestProblem } from '../../objects/problems.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import type { ManifestFiles, ManifestSource } from '../types.ts';

/** The values files of a release, lowest precedence first. */
export function valuesFiles({ path, values = [] }: ManifestSource): readonly string[] {
  return [`${path}/values.yaml`, ...values.filter((one) => one !== `${path}/values.yaml`)];
}

/**
 * Problems for values files that exist but cannot be read. Without them, any value may be
 * different.
 */
export function unreadValues(
  files: ManifestFiles,
  source: ManifestSource,
): readonly ManifestProblem[] {
  return valuesFiles(source).flatMap((file) => {
    const text = files.get(file) ?? '';
    if (text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return [];
    const read = readYaml(text);
    if (read.kind === 'document') return [];
    const why = read.why === 'no YAML' ? 'cannot be read' : `is ${read.why}`;
    return [manifestProblem('helm-unsupported', { file }, `The values file ${why}.`)];
  });
}

/** `.Values`: the files merged in order of precedence; null removes a setting. */
export function chartValues(files: ManifestFiles, source: ManifestSource): JsonObject {
  return valuesFiles(source).reduce<JsonObject>((all, file) => {
    const value = parseYaml(files.get(file) ?? '')?.value;
    return isJsonObject(value) ? laidOver(all, value) : all;
  }, {});
}

function laidOver(base: JsonObject, over: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const old = result.get(name);
    if (value === null) result.delete(name);
    else result.set(name, isJsonObject(old) && isJsonObject(value) ? laidOver(old, value) : value);
  }
  return Object.fromEntries(result);
}
