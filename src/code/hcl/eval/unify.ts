import type { ObjectType, Type } from './type.ts';
import { dynamicType, listType, mapType, objectType, tupleType, typesEqual } from './type.ts';

/**
 * The most specific type that values of all the types convert to, following Terraform's
 * preferences; undefined if there is none.
 */
export function unify(types: readonly Type[]): Type | undefined {
  const first = types[0];
  if (first === undefined) return undefined;
  if (types.every((type) => typesEqual(type, first))) return first;
  const structural = unifyStructural(types);
  return structural === 'no-rule' ? unifyByPreference(types) : structural;
}

type Attempt = Type | undefined | 'no-rule';

function unifyStructural(types: readonly Type[]): Attempt {
  const kinds = new Set(types.map((type) => type.kind));
  const dynamic = kinds.delete('dynamic');
  const only = kinds.size === 1 ? [...kinds][0] : undefined;
  if (only === 'map' || only === 'list' || only === 'set') {
    return dynamic ? dynamicType : unifyCollections(only, types);
  }
  if (only === 'object') return dynamic ? dynamicType : unifyObjects(types as ObjectType[]);
  if (only === 'tuple') return dynamic ? dynamicType : unifyTuples(types as TupleType[]);
  if (kinds.size === 2 && kinds.has('map') && kinds.has('object')) {
    return unifyDisguised(types, 'object', unifyObjectsToMap, 'map');
  }
  if (kinds.size === 2 && kinds.has('list') && kinds.has('tuple')) {
    return unifyDisguised(types, 'tuple', unifyTuplesToList, 'list');
  }
  return kinds.has('object') && kinds.has('tuple') ? undefined : 'no-rule';
}

type TupleType = Extract<Type, { readonly kind: 'tuple' }>;
type CollectionType = Extract<Type, { readonly kind: 'list' | 'set' | 'map' }>;

function unifyCollections(kind: CollectionType['kind'], types: readonly Type[]): Type | undefined {
  const element = unify((types as readonly CollectionType[]).map((type) => type.element));
  return element === undefined ? undefined : { kind, element };
}

/** Unifies objects with maps, or tuples with lists, by converting them to maps or lists. */
function unifyDisguised<T extends Type>(
  types: readonly Type[],
  disguise: T['kind'],
  reveal: (types: readonly T[]) => Type | undefined,
  kind: Type['kind'],
): Attempt {
  const revealed = reveal(types.filter((type): type is T => type.kind === disguise));
  if (revealed?.kind !== kind) return 'no-rule';
  const unified = unify(types.map((type) => (type.kind === disguise ? revealed : type)));
  return unified?.kind === kind ? unified : 'no-rule';
}

function unifyObjects(types: readonly ObjectType[]): Type | undefined {
  const [first] = types;
  if (first === undefined) return undefined;
  const sameNames = types.every(
    (type) =>
      type.attributes.size === first.attributes.size &&
      [...type.attributes.keys()].every((name) => first.attributes.has(name)),
  );
  if (!sameNames) return unifyObjectsToMap(types);
  const attributes = new Map<string, Type>();
  for (const name of first.attributes.keys()) {
    const unified = unify(types.map((type) => type.attributes.get(name) ?? dynamicType));
    if (unified === undefined) return undefined;
    attributes.set(name, unified);
  }
  const common = objectType(attributes);
  return types.every((type) => isPossible(type, common)) ? common : unifyObjectsToMap(types);
}

function unifyObjectsToMap(types: readonly ObjectType[]): Type | undefined {
  const element = unify(types.flatMap((type) => [...type.attributes.values()]));
  if (element === undefined) return undefined;
  const common = mapType(element);
  return types.every((type) => isPossible(type, common)) ? common : undefined;
}

function unifyTuples(types: readonly TupleType[]): Type | undefined {
  const [first] = types;
  if (first === undefined) return undefined;
  if (types.some((type) => type.elements.length !== first.elements.length)) {
    return unifyTuplesToList(types);
  }
  const elements: Type[] = [];
  for (const index of first.elements.keys()) {
    const unified = unify(types.map((type) => type.elements[index] ?? dynamicType));
    if (unified === undefined) return undefined;
    elements.push(unified);
  }
  const common = tupleType(elements);
  return types.every((type) => isPossible(type, common)) ? common : unifyTuplesToList(types);
}

function unifyTuplesToList(types: readonly TupleType[]): Type | undefined {
  const element = unify(types.flatMap((type) => type.elements));
  if (element === undefined) return undefined;
  const common = listType(element);
  return types.every((type) => isPossible(type, common)) ? common : undefined;
}

function unifyByPreference(types: readonly Type[]): Type | undefined {
  return preferenceOrder(types).find((want) => types.every((type) => isPossible(type, want)));
}

/** Sorts topologically: more general types first, otherwise in the given order. */
function preferenceOrder(types: readonly Type[]): readonly Type[] {
  const left = [...types];
  const order: Type[] = [];
  while (left.length > 0) {
    const next = left.findIndex((type) => !left.some((other) => isMoreGeneral(other, type)));
    order.push(...left.splice(Math.max(next, 0), 1));
  }
  return order;
}

function isMoreGeneral(a: Type, b: Type): boolean {
  if (a.kind === 'dynamic') return false;
  if (b.kind === 'dynamic') return true;
  if (a.kind === 'string') return b.kind === 'bool' || b.kind === 'number';
  if (a.kind === 'list' || a.kind === 'set') {
    return b.kind === 'tuple' || (b.kind === a.kind && isMoreGeneral(a.element, b.element));
  }
  if (a.kind !== 'map') return false;
  return b.kind === 'object' || (b.kind === 'map' && isMoreGeneral(a.element, b.element));
}

/** True when some value of type `from` converts to `to`. */
export function isPossible(from: Type, to: Type): boolean {
  if (to.kind === 'dynamic' || from.kind === 'dynamic') return true;
  switch (to.kind) {
    case 'string':
      return from.kind === 'string' || from.kind === 'number' || from.kind === 'bool';
    case 'number':
    case 'bool':
      return from.kind === to.kind || from.kind === 'string';
    case 'list':
    case 'set':
      if (from.kind === 'list' || from.kind === 'set') return isPossible(from.element, to.element);
      return from.kind === 'tuple' && allPossible(from.elements, to.element);
    case 'map':
      if (from.kind === 'map') return isPossible(from.element, to.element);
      return from.kind === 'object' && allPossible([...from.attributes.values()], to.element);
    case 'tuple':
      return from.kind === 'tuple' && tuplePossible(from.elements, to.elements);
    case 'object':
      return objectPossible(from, to);
  }
}

function allPossible(from: readonly Type[], to: Type): boolean {
  if (to.kind === 'dynamic') return from.length === 0 || unify(from) !== undefined;
  return from.every((type) => isPossible(type, to));
}

function tuplePossible(from: readonly Type[], to: readonly Type[]): boolean {
  return (
    from.length === to.length &&
    from.every((type, index) => {
      const other = to[index];
      return other !== undefined && isPossible(type, other);
    })
  );
}

function objectPossible(from: Type, to: ObjectType): boolean {
  if (from.kind === 'map') {
    return [...to.attributes.values()].every((type) => isPossible(from.element, type));
  }
  if (from.kind !== 'object') return false;
  return [...to.attributes].every(([name, type]) => {
    const own = from.attributes.get(name);
    return own === undefined ? to.optional.has(name) : isPossible(own, type);
  });
}
