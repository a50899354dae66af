import { valueToJson } from '../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../code/hcl/eval/marks.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import { credentialAt } from '../../model/credential/find.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareKeys } from '../../model/text.ts';
import { collectionKind, isSensitive } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';

/** A resource as declared in code; values that are secret or unknown are null. */
export interface DeclaredResource {
  readonly config: JsonObject;
  readonly hidden: readonly AttributePath[];
}

export function resourceDeclaration(
  evaluation: Evaluation,
  schema: ProviderSchema,
  address: string,
  type: string,
): DeclaredResource {
  const config: [string, Json][] = [];
  const hidden: AttributePath[] = [];
  const attributes = [...evaluation.attributes(address)].sort(compareKeys);
  for (const [name, value] of attributes) {
    const json = valueToJson(value);
    if (json === null) continue;
    const isShown =
      json !== undefined && !isSensitiveDeep(value) && !isSecretValue(schema, type, [name], json);
    config.push([name, isShown ? json : null]);
    if (!isShown) hidden.push([name]);
  }
  return { config: Object.fromEntries(config), hidden };
}

/**
 * True if the provider marks the value, or one inside of it, as secret, or if it looks like a
 * secret.
 */
export function isSecretValue(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
  value: Json,
): boolean {
  return credentialAt(path, value) !== undefined || isProvided(schema, type, path, value);
}

function isProvided(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
  value: Json,
): boolean {
  if (value === null) return false;
  if (isSensitive(schema, type, path)) return true;
  if (isJsonArray(value)) {
    const isSet = collectionKind(schema, type, path) === 'set';
    return value.some((item, i) =>
      isProvided(schema, type, [...path, isSet ? { element: item } : i], item),
    );
  }
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, item]) =>
    isProvided(schema, type, [...path, name], item),
  );
}
