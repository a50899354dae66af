import type { Json, JsonObject } from './json.ts';
import { canonicalJson } from './json.ts';

/**
 * One step into a resource's attributes.
 * A string is an attribute, block type or map key; a number indexes a list; `element` names a
 * member of a set or of a repeated block by its content, since those have no stable index.
 */
export type PathStep = string | number | { readonly element: Json };

/** Where in a resource a value lives, e.g. `['tags', 'Team']` or `['ingress', { element: {...} }]`. */
export type AttributePath = readonly PathStep[];

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** `tags["a b"]`, `ingress[0].cidr_blocks`, `ingress[{from_port=22,...}]`: for reports and ids. */
export function formatPath(path: AttributePath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (typeof step === 'object') text += `[${formatElement(step.element)}]`;
    else if (!plainKey.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

function formatElement(element: Json): string {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    return canonicalJson(element);
  }
  const object = element as JsonObject;
  const parts = Object.keys(object)
    .sort()
    .filter((key) => !isBlank(object[key] ?? null))
    .map((key) => `${key}=${canonicalJson(object[key] ?? null)}`);
  return `{${parts.join(', ')}}`;
}

function isBlank(value: Json): boolean {
  return (
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Canonical identity of a path; equal paths give equal keys. */
export function pathKey(path: AttributePath): string {
  return canonicalJson(path as unknown as Json);
}

/** True when `prefix` is `path` or leads to it. */
export function startsWith(path: AttributePath, prefix: AttributePath): boolean {
  return prefix.length <= path.length && pathKey(path.slice(0, prefix.length)) === pathKey(prefix);
}
