import type { WireOrders } from '../../src/providers/harm/table/format.ts';
import { parseNames, parsePredicate } from '../../src/providers/harm/table/parse.ts';
import { isDecoded } from '../../src/providers/harm/value/decoded.ts';
import { loadSchema } from '../../src/providers/schema/load.ts';
import type { AttributeType, BlockSchema } from '../../src/providers/schema/types.ts';
import type { Fallbacks } from './fallbacks.ts';
import type { Fact } from './read.ts';
import type { Wording } from './wording/types.ts';

/** Orders for families of sizes, which are compared by their numbers. */
const computedOrders: ReadonlySet<string> = new Set(['numbered-size']);

/** Problems with the facts, one sentence each; empty where all is well. */
export function estateProblems(facts: readonly Fact[], tables: WireOrders): readonly string[] {
  const seen = new Set<string>();
  return facts.flatMap((fact) => {
    const key = [fact.type, fact.path, fact.predicate, fact.dimension].join(' ');
    const again = seen.has(`${fact.provider} ${key}`) ? [`${key} stands twice`] : [];
    seen.add(`${fact.provider} ${key}`);
    return [...again, ...problemsOfPredicate(fact, tables), ...problemsOfPlace(fact)];
  });
}

/** Defaults for places that no step or order covers, one sentence each. */
export function idleFallbacks(facts: readonly Fact[], fallbacks: Fallbacks): readonly string[] {
  const places = new Set(
    facts
      .filter(({ predicate }) => takesFallback(predicate))
      .map(({ type, path }) => `${type} ${path}`),
  );
  return Object.keys(fallbacks)
    .filter((place) => !places.has(place))
    .map((place) => `${place} has a default that nothing asks for`);
}

/** Rewordings of meanings that no given fact has, or into words that are reworded too. */
export function idleWording(given: readonly Fact[], wording: Wording): readonly string[] {
  const meanings = new Set(given.map(({ meaning }) => meaning));
  return Object.entries(wording).flatMap(([meaning, plain]) => [
    ...(meanings.has(meaning) ? [] : [`no fact has the meaning "${meaning}"`]),
    ...(plain in wording ? [`"${plain}" is reworded itself`] : []),
  ]);
}

/** True for predicates that compare values, where a default can replace a missing value. */
export function takesFallback(predicate: string): boolean {
  return parsePredicate(predicate).alternatives.some(
    ({ kind }) => kind === 'step' || kind === 'order',
  );
}

function problemsOfPredicate(fact: Fact, { orders, sets }: WireOrders): readonly string[] {
  return parsePredicate(fact.predicate).alternatives.flatMap((each) => {
    if (each.kind === 'order' && !computedOrders.has(each.order) && !(each.order in orders)) {
      return [`${fact.predicate} names no order`];
    }
    const set = 'set' in each ? each.set : undefined;
    return set !== undefined && !(set in sets) ? [`${fact.predicate} names no set`] : [];
  });
}

function problemsOfPlace({ provider, type, path, predicate }: Fact): readonly string[] {
  if (provider === 'kubernetes' || type === '*') return [];
  const paths = [parseNames(path), ...parsePredicate(predicate).when.map((each) => each.path)];
  const schema = loadedSchema(type);
  if (schema === undefined) return [`${type} is no type of ${provider}`];
  return paths
    .filter((each) => !isDecoded(type, each[0] ?? '') && !hasPath(schema, each))
    .map((each) => `${type} has no ${each.join('.')}`);
}

/** True where the value at the path, or one that contains it, is a secret. */
export function isSecretPlace({ provider, type, path }: Fact): boolean {
  if (provider === 'kubernetes' || type === '*') return false;
  let block = loadedSchema(type);
  for (const name of parseNames(path)) {
    const attribute = block?.attributes.get(name);
    if (attribute !== undefined) return attribute.sensitive || attribute.writeOnly;
    block = block?.blocks.get(name)?.block;
  }
  return false;
}

const schema = loadSchema();

function loadedSchema(type: string): BlockSchema | undefined {
  return schema.resource(type);
}

function hasPath(block: BlockSchema, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const nested = block.blocks.get(name);
  if (nested !== undefined) return hasPath(nested.block, rest);
  const attribute = block.attributes.get(name);
  return attribute !== undefined && hasMember(attribute.type, rest);
}

/** A map accepts any single key, a dynamic value any path. */
function hasMember(type: AttributeType, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined || type.kind === 'dynamic') return true;
  switch (type.kind) {
    case 'list':
    case 'set':
      return hasMember(type.element, path);
    case 'map':
      return rest.length === 0 || hasMember(type.element, rest);
    case 'object': {
      const member = type.attributes.get(name);
      return member !== undefined && hasMember(member, rest);
    }
    default:
      return false;
  }
}
