import { relativeGoogleName } from '../../model/google-name.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import {
  toBool,
  toJsonText,
  toNumber,
  toText,
  toTextMap,
  toTextSet,
  toTexts,
} from '../catalog/convert.ts';
import { namedMember } from './members.ts';

/** How a value of the API is converted for Terraform. */
export type Kind =
  | 'text'
  /** Text in lower case, as the provider stores it. */
  | 'lower'
  | 'number'
  | 'bool'
  /** The negated boolean: `disabled` in the API for Terraform's `enabled`. */
  | 'inverse'
  | 'list'
  | 'set'
  | 'map'
  /** Labels: a map, or a list of keys with values, without those that Terraform does not manage. */
  | 'labels'
  /** A self link or a name relative to the project, converted to `projects/...`. */
  | 'link'
  | 'links'
  /** The last part of a name: `e2-small` in `zones/z/machineTypes/e2-small`. */
  | 'short'
  /** `60s` as a number. */
  | 'seconds'
  /** `60s` as a number of milliseconds; a number already is in milliseconds. */
  | 'milliseconds'
  /** A document, as JSON text. */
  | 'json';

/** The value of each kind if nothing is set. */
export const blanks: Readonly<Record<Kind, Json>> = {
  text: null,
  lower: null,
  number: 0,
  bool: false,
  inverse: true,
  list: [],
  set: [],
  map: {},
  labels: {},
  link: null,
  links: [],
  short: null,
  seconds: 0,
  milliseconds: 0,
  json: null,
};

/** The value in Terraform's type, or undefined if it has another shape. */
export function convertKind(kind: Kind, value: Json, project: string): Json | undefined {
  switch (kind) {
    case 'text':
      return toText(value);
    case 'lower':
      return toText(value)?.toLowerCase();
    case 'number':
      return toNumber(value);
    case 'bool':
      return toBool(value);
    case 'inverse': {
      const found = toBool(value);
      return found === undefined ? undefined : !found;
    }
    case 'list':
      return isJsonArray(value) ? toTexts(value) : undefined;
    case 'set':
      return isJsonArray(value) ? toTextSet(value) : undefined;
    case 'map':
    case 'labels':
      return toTextMap(pairsAsMap(value));
    case 'link':
      return mapText(value, (text) => absoluteName(text, project));
    case 'links':
      return isJsonArray(value)
        ? toTexts(value)?.map((text) => absoluteName(text, project))
        : undefined;
    case 'short':
      return mapText(value, (text) => text.slice(text.lastIndexOf('/') + 1));
    case 'seconds':
      return secondsIn(value) ?? toNumber(value);
    case 'milliseconds': {
      const seconds = secondsIn(value);
      return seconds === undefined ? toNumber(value) : seconds * 1000;
    }
    case 'json':
      return toJsonText(value);
  }
}

function secondsIn(value: Json): number | undefined {
  const [, seconds] = /^(\d+)(?:\.\d+)?s$/.exec(toText(value) ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function mapText(value: Json, map: (text: string) => string): string | undefined {
  return typeof value === 'string' ? map(value) : undefined;
}

/** `projects/p/global/networks/n`, even if the log leaves out the host, version or project. */
export function absoluteName(text: string, project: string): string {
  const name = relativeGoogleName(text);
  return /^(?:global|zones|regions)\//.test(name) ? `projects/${project}/${name}` : name;
}

/** Compute Engine logs maps as lists of keys with values. */
function pairsAsMap(value: Json): Json {
  if (!isJsonArray(value)) return value;
  const entries: [string, Json][] = [];
  for (const pair of value) {
    const key = namedMember(pair, 'key');
    if (!isJsonObject(pair) || typeof key !== 'string') return value;
    entries.push([key, namedMember(pair, 'value') ?? '']);
  }
  return Object.fromEntries(entries) satisfies JsonObject;
}
