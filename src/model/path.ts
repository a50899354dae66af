import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from './json.ts';
import { parsedQuoted } from './parsed-json.ts';

/**
 * One step into the attributes of a resource. A string is an attribute, block type or map key; a
 * number is a list index; `element` identifies an element of a set or of a repeated block by its
 * content, since those have no stable index.
 */
export type PathStep = string | number | { readonly element: Json };

/**
 * The place of a value in a resource, e.g. `['tags', 'Team']` or `['ingress', { element: {...} }]`.
 */
export type AttributePath = readonly PathStep[];

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * A path as text for reports and ids: `tags["a b"]`, `ingress[0].cidr_blocks`,
 * `ingress[{from_port=22,...}]`.
 */
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

/** The canonical identity of a path: equal paths have equal keys. */
export function pathKey(path: AttributePath): string {
  return canonicalJson(path as unknown as Json);
}

/** True if `prefix` is `path` or a prefix of it. */
export function startsWith(path: AttributePath, prefix: AttributePath): boolean {
  return prefix.length <= path.length && prefix.every((step, at) => isSameStep(step, path[at]));
}

function isSameStep(a: PathStep, b: PathStep | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  return a === b || canonicalJson(a.element) === canonicalJson(b.element);
}

/** True if one of two paths is a prefix of the other. */
export function overlaps(a: AttributePath, b: AttributePath): boolean {
  return a.length < b.length ? startsWith(b, a) : startsWith(a, b);
}

/**
 * The value at a path of own members and indexes of lists; undefined if there is none. A path must
 * not lead through elements that are named by their content: there is never a value below one.
 */
export function valueAtPath(value: Json | undefined, path: AttributePath): Json | undefined {
  let at = value;
  for (const step of path) {
    if (typeof step === 'string') at = isJsonObject(at) ? own(at, step) : undefined;
    else at = typeof step === 'number' && isJsonArray(at) ? at[step] : undefined;
  }
  return at;
}

/** Splits `vpc_config.0.subnet_ids` into a path; digits are indexes of lists. */
export function dottedPath(text: string): AttributePath {
  return text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const step = /^(?:\.?([A-Za-z_][A-Za-z0-9_-]*)|\.(\d+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;

/**
 * Parses the text of {@link formatPath}, except for elements of sets. Undefined if it is not a
 * path.
 */
export function parsePath(text: string): AttributePath | undefined {
  const path: PathStep[] = [];
  for (let rest = text; rest !== ''; ) {
    const [all, name, dotted, index, key] = step.exec(rest) ?? [];
    // A name needs a dot everywhere except at the start.
    if (all === undefined || (name !== undefined && all.startsWith('.') === (path.length === 0))) {
      return undefined;
    }
    if (name !== undefined) path.push(name);
    else if (key !== undefined) {
      const parsed = parsedQuoted(key);
      if (parsed === undefined) return undefined;
      path.push(parsed);
    } else path.push(Number(dotted ?? index));
    rest = rest.slice(all.length);
  }
  return typeof path[0] === 'string' ? path : undefined;
}
