import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { parseYaml } from '../../../yaml/yaml-tree.ts';
import type { Files, ManifestSource } from '../types.ts';

/** The values files of a release, the weakest first. */
export function valuesFiles({ path, values = [] }: ManifestSource): readonly string[] {
  return [`${path}/values.yaml`, ...values.filter((one) => one !== `${path}/values.yaml`)];
}

/** `.Values`: the files laid over one another; null takes a setting out. */
export function valuesOf(files: Files, source: ManifestSource): JsonObject {
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
