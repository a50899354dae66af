import { valueToJson } from '../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../code/hcl/eval/marks.ts';
import type { Value } from '../../code/hcl/eval/value.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import { isAtOrBelow } from '../../model/address.ts';
import { isJsonObject, type Json, type JsonObject, own } from '../../model/json.ts';
import { type AttributePath, valueAtPath } from '../../model/path.ts';
import { isContentHash } from '../../providers/catalog/content-hashes.ts';
import type { DeclaredValue } from '../../stages/drift/types.ts';

/** The value at a path in the state; undefined if there is none. */
export function baselineAt(
  index: StateIndex,
  address: string,
  path: AttributePath,
): Json | undefined {
  const resource = index.get(address);
  if (resource === undefined) return undefined;
  const [first, ...rest] = path;
  // Usually a single attribute is requested, of hundreds.
  if (typeof first !== 'string' || first === 'tags')
    return declaredAttributeAt(resource.attributes, path);
  const value = resource.attribute(first);
  return value === undefined ? undefined : valueAtPath(value, rest);
}

/** The value at a path of a resource's attributes. */
export function declaredAttributeAt(attributes: JsonObject, path: AttributePath): Json | undefined {
  const [first, second] = path;
  if (first === 'tags' && typeof second === 'string') {
    // Tags from the provider's `default_tags` are only in `tags_all`.
    const all = attributes['tags_all'];
    if (isJsonObject(all)) return own(all, second);
  }
  return valueAtPath(attributes, path);
}

/**
 * The value that the code declares at a path, or the state's value if the code cannot be evaluated.
 */
export function declaredAt(
  evaluation: Evaluation,
  index: StateIndex,
  address: string,
  path: AttributePath,
): DeclaredValue {
  if (evaluation.instance(address) === undefined)
    return fromState(evaluation, index, address, path);
  if (path.length === 0) return { value: { kind: 'value', value: null }, from: 'code' };
  const value = evaluation.valueAt(address, path) ?? defaultTag(evaluation, address, path);
  if (value === undefined) {
    const { type = '' } = index.get(address) ?? {};
    if (isContentHash(type, path)) return stateValue(index, address, path);
    return { value: { kind: 'absent' }, from: 'code' };
  }
  const json = valueToJson(value);
  if (json === undefined) return stateValue(index, address, path);
  return { value: { kind: 'value', value: json }, from: 'code' };
}

/**
 * True if the code marks the value, or something that contains it, as sensitive. The value may be
 * missing.
 */
export function isSecretAttribute(
  evaluation: Evaluation,
  address: string,
  path: AttributePath,
): boolean {
  const around = path.map((_, index) => evaluation.valueAt(address, path.slice(0, index + 1)));
  if (around.some((value) => value?.sensitive === true)) return true;
  const value = around.at(-1) ?? defaultTag(evaluation, address, path);
  return value !== undefined && isSensitiveDeep(value);
}

function defaultTag(
  evaluation: Evaluation,
  address: string,
  path: AttributePath,
): Value | undefined {
  const [first, key] = path;
  if (first !== 'tags' || typeof key !== 'string' || path.length !== 2) return undefined;
  return evaluation.defaultTags(address).get(key)?.value;
}

/** The state's value for instances whose existence the code does not determine. */
function fromState(
  evaluation: Evaluation,
  index: StateIndex,
  address: string,
  path: AttributePath,
): DeclaredValue {
  const open = evaluation.unexpanded().some((each) => isAtOrBelow(address, each.address));
  if (!open) return { value: { kind: 'absent' }, from: 'code' };
  return stateValue(index, address, path);
}

function stateValue(index: StateIndex, address: string, path: AttributePath): DeclaredValue {
  const value = baselineAt(index, address, path);
  return {
    value: value === undefined ? { kind: 'absent' } : { kind: 'value', value },
    from: 'state',
  };
}
