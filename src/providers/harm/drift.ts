import type { DriftValue } from '../../model/drift.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { AttributePath, PathStep } from '../../model/path.ts';
import type { MarkedChange } from './change.ts';
import { isSameNode } from './value/same.ts';

/** One field that differs or, with an empty path, a resource that was created or deleted. */
export interface HarmedField {
  /** A Terraform type, or a Kubernetes type: `apps/Deployment`. */
  readonly type: string;
  readonly path: AttributePath;
  readonly declared: DriftValue;
  readonly live: DriftValue;
  /** The resource's other known attributes, for guards. The value at `path` is ignored. */
  readonly attributes?: JsonObject;
  /** The values are secret: they are compared but never shown. */
  readonly secret?: boolean;
}

/** The change of a resource in which only this field differs. */
export function singleFieldChange(change: HarmedField): MarkedChange {
  const { type, path, declared, live, secret } = change;
  const [first] = path;
  if (typeof first !== 'string') return wholeChange(change);
  const known = change.attributes !== undefined;
  const others = withoutStale(change.attributes ?? {}, first);
  const side = (value: DriftValue, hidden: string) => {
    const resource = put(others, path, contentOf(value, hidden), known);
    return isJsonObject(resource) ? resource : {};
  };
  const marks = { [first]: true };
  return {
    type,
    before: side(declared, masks.declared),
    after: side(live, masks.live),
    ...(secret === true && { sensitive: { before: marks, after: marks } }),
  };
}

function wholeChange({ type, declared, live, attributes = {} }: HarmedField): MarkedChange {
  const side = (value: DriftValue) => {
    if (value.kind === 'absent') return undefined;
    return value.kind === 'value' && isJsonObject(value.value)
      ? { ...attributes, ...value.value }
      : attributes;
  };
  const [before, after] = [side(declared), side(live)];
  return { type, ...(before && { before }), ...(after && { after }) };
}

/**
 * Leaves out `tags_all`: the provider computed it from the tags before the change, which would hide
 * it.
 */
function withoutStale(attributes: JsonObject, field: string): JsonObject {
  if (field !== 'tags') return attributes;
  const { tags_all: _, ...rest } = attributes;
  return rest;
}

/**
 * Masks in the form of logs. They differ because a field that drifted has different values on both
 * sides.
 */
const masks = { declared: '***', live: '****' };

function contentOf(value: DriftValue, hidden: string): Json | undefined {
  switch (value.kind) {
    case 'value':
      return value.value;
    case 'absent':
      return undefined;
    case 'redacted':
    case 'unknown':
      return hidden;
  }
}

/** Puts another value at a path; `known` means that the lists on the way are complete. */
function put(
  value: Json | undefined,
  path: AttributePath,
  content: Json | undefined,
  known: boolean,
): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return content;
  if (typeof step !== 'string') return putElement(value, step, rest, content, known);
  const only = isJsonArray(value) && value.length === 1 ? value[0] : value;
  const { [step]: old, ...others } = isJsonObject(only) ? only : known ? {} : somebodyElses;
  const next = put(old, rest, content, known);
  return next === undefined ? others : { ...others, [step]: next };
}

/** Stands for the unknown rest of a block or list, so that it does not count as empty. */
const somebodyElses: JsonObject = { '': true };
/** The same among texts: not a name, a network or a set. */
const another = '(another)';

function putElement(
  value: Json | undefined,
  step: Exclude<PathStep, string>,
  rest: AttributePath,
  content: Json | undefined,
  known: boolean,
): readonly Json[] {
  const list = isJsonArray(value) ? value : [];
  const isNumber = typeof step === 'number';
  const index = isNumber ? step : placeOf(list, step.element);
  const old = list[index] ?? (isNumber ? undefined : step.element);
  const next = put(old, rest, content, known);
  const others = list.filter((_, at) => at !== index);
  const foreign = isNumber || isJsonObject(step.element) ? somebodyElses : another;
  const more = known || list.length > 0 || step === 0 ? [] : [foreign];
  return [...more, ...others, ...(next === undefined ? [] : [next])];
}

/** The index of an equal element, or of one that has all members of the given one. */
function placeOf(list: readonly Json[], element: Json): number {
  const exact = list.findIndex((each) => isSameNode(each, element));
  return exact >= 0 ? exact : list.findIndex((each) => isNamed(each, element));
}

function isNamed(value: Json, name: Json): boolean {
  if (!isJsonObject(value) || !isJsonObject(name)) return false;
  return Object.keys(name).every((key) => isSameNode(value[key], name[key]));
}
