import type { Json, JsonObject } from '../../../src/model/json.ts';
import { parseNames, parsePredicate } from '../../../src/providers/harm/table/parse.ts';
import type { Alternative, HarmCondition } from '../../../src/providers/harm/table/rule.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { schemaAt } from '../../../src/providers/schema/query.ts';
import { orders, type Row } from './facts.ts';

/** A change that a fact covers. */
export interface Sample {
  readonly alternative: Alternative;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  /** The result of the reverse change; `undefined` if it is silent or harmful as well. */
  readonly reversed: 'strengthens' | undefined;
}

const schema = loadSchema();

/** For each alternative of a fact, a change that does its harm. */
export function samplesOf({ type, wire }: Row): readonly Sample[] {
  const [path, predicate, dimension] = wire;
  const { alternatives, when } = parsePredicate(predicate);
  const names = parseNames(path);
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  const twoEnds = kinds.has('removed') && kinds.has('added');
  const twoWays = kinds.has('element-added') && kinds.has('element-removed');
  const good = alternatives.map(goodValue).find((value) => value !== undefined) ?? 'good-1';
  return alternatives.map((alternative): Sample => {
    if (alternative.kind === 'created' || alternative.kind === 'deleted') {
      const resource = guarded({ name: 'n1' }, when, type);
      const created = alternative.kind === 'created';
      return {
        alternative,
        before: created ? undefined : resource,
        after: created ? resource : undefined,
        reversed: created ? 'strengthens' : undefined,
      };
    }
    const [old, now] = sides(alternative, good, isBlock(type, path), isMapPlace(type, names));
    const at = (value: Json | undefined) => guarded(place({}, names, value, type), when, type);
    return {
      alternative,
      before: at(old),
      after: at(now),
      reversed: isSided(alternative, dimension, twoEnds, twoWays) ? 'strengthens' : undefined,
    };
  });
}

function isSided(
  { kind, ...rest }: Alternative,
  dimension: string,
  twoEnds: boolean,
  twoWays: boolean,
): boolean {
  switch (kind) {
    case 'changed':
      return false;
    case 'added':
    case 'removed':
      return !twoEnds;
    case 'element-added':
      return !twoWays && ('set' in rest || dimension === 'security');
    case 'element-removed':
      return !twoWays && 'set' in rest;
    default:
      return true;
  }
}

function goodValue(alternative: Alternative): Json | undefined {
  if (alternative.kind === 'is-not') return alternative.values[0];
  if (alternative.kind !== 'is') return undefined;
  const [value = ''] = alternative.values;
  if (value === 'false') return true;
  if (value === 'true') return false;
  return /^-?\d+$/.test(value) ? 999 : 'Good-1';
}

function sides(
  alternative: Alternative,
  good: Json,
  block: boolean,
  map: boolean,
): readonly [Json | undefined, Json | undefined] {
  switch (alternative.kind) {
    case 'is':
      return [good, alternative.values[0]];
    case 'is-not':
      return [good, 'another-1'];
    case 'matches':
      return [good, memberOf(alternative.set)];
    case 'removed':
      return [good, undefined];
    case 'step': {
      const max = alternative.unlimited ?? 20;
      return alternative.worse === 'lower' ? [max, 10] : [10, max];
    }
    case 'order': {
      const [weak, strong] = ends(alternative.order);
      return alternative.worse === 'weaker' ? [strong, weak] : [weak, strong];
    }
    case 'changed':
      return ['old-1', 'new-2'];
    case 'added':
      return [undefined, 'new-2'];
    case 'element-added':
    case 'element-removed': {
      const [few, many] = collections(alternative.set, block, map);
      return alternative.kind === 'element-added' ? [few, many] : [many, few];
    }
    case 'wildcard-in-document':
      return [policy({}), policy({ Principal: '*' })];
    case 'deny-lost-in-document':
      return [policy({}, 'Deny'), policy({})];
    default:
      return [undefined, undefined];
  }
}

function collections(set: string | undefined, block: boolean, map: boolean): readonly [Json, Json] {
  const extra = set === undefined ? 'more-1' : memberOf(set);
  if (map) return [{ here: 'a' }, { here: 'a', [extra]: 'b' }];
  if (block) return [[{ name: 'here' }], [{ name: 'here' }, { name: extra }]];
  return [['here-1'], ['here-1', extra]];
}

function memberOf(set: string): string {
  return orders.sets[set]?.[0] ?? '';
}

function ends(order: string): readonly [string, string] {
  if (order === 'aws-instance-size') return ['db.m5.large', 'db.m5.4xlarge'];
  if (order === 'numbered-size') return ['Standard_D2s_v5', 'Standard_D8s_v5'];
  const ranked = Object.entries(orders.orders[order] ?? {}).sort(([, a], [, b]) => a - b);
  return [ranked[0]?.[0] ?? '', ranked.at(-1)?.[0] ?? ''];
}

/** A policy for one account; `over` replaces members, such as the principal to let strangers in. */
function policy(over: JsonObject, effect = 'Allow'): string {
  const own = {
    Effect: 'Allow',
    Principal: { AWS: '123456789012' },
    Action: 'a:Get',
    Resource: '*',
  };
  const more = effect === 'Deny' ? [{ ...own, Effect: 'Deny', Principal: '*' }] : [];
  return JSON.stringify({ Statement: [{ ...own, ...over }, ...more] });
}

function guarded(resource: JsonObject, when: readonly HarmCondition[], type: string): JsonObject {
  return when.reduce((all, { path, negated, values }) => {
    return negated ? all : place(all, path, values[0], type);
  }, resource);
}

/** The resource with a value at a path, within the last element of each repeated block. */
function place(
  resource: JsonObject,
  path: readonly string[],
  value: Json | undefined,
  type: string,
  above: readonly string[] = [],
): JsonObject {
  const [name = '', ...rest] = path;
  const here = [...above, name];
  if (isMapPlace(type, here) && rest.length > 0) {
    return { ...resource, [name]: value === undefined ? {} : { [rest.join('.')]: value } };
  }
  if (rest.length === 0) return value === undefined ? resource : { ...resource, [name]: value };
  const known = resource[name];
  const list = Array.isArray(known) ? (known as readonly JsonObject[]) : [{}];
  const last = place(list.at(-1) ?? {}, rest, value, type, here);
  return { ...resource, [name]: [...list.slice(0, -1), last] };
}

const mapNames = new Set(['labels', 'annotations', 'tags', 'metadata']);

function isMapPlace(type: string, names: readonly string[]): boolean {
  if (type === '*') return true;
  if (!type.includes('_')) return names.length === 2 && mapNames.has(names[1] ?? '');
  const path = names.flatMap((name, index) => (index === 0 ? [name] : [0, name]));
  const found = schemaAt(schema, type, path);
  return found?.kind === 'attribute' && found.type.kind === 'map';
}

/** True for a path to blocks rather than to a list of strings. */
function isBlock(type: string, path: string): boolean {
  return type !== '*' && !path.endsWith('[]');
}
