import type { Change, ResourceRef } from '../../../src/model/effect.ts';
import type { Json } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { formatPath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import type { AttributeType, BlockSchema } from '../../../src/providers/schema/types.ts';

const schema = loadSchema();

/** What a path leads to: a block, all blocks of one kind, or a value. */
type Spot =
  | { readonly kind: 'block'; readonly block: BlockSchema }
  | { readonly kind: 'blocks'; readonly block: BlockSchema }
  | { readonly kind: 'value'; readonly type: AttributeType };

/** Why the change does not fit the provider's schema; empty if it fits. */
export function schemaProblems(resource: ResourceRef, change: Change): readonly string[] {
  const block = schema.resource(resource.type);
  if (block === undefined) return [`no type ${resource.type}`];
  const root: Spot = { kind: 'block', block };
  const at = (problem: string) => `${resource.type}: ${problem}`;
  switch (change.kind) {
    case 'delete':
      return [];
    case 'create':
      return fits(root, change.attributes, []).map(at);
    case 'set': {
      const spot = spotAt(root, change.path);
      if (typeof spot === 'string') return [at(spot)];
      const value = change.value.kind === 'known' ? change.value.value : null;
      return fits(spot, value, change.path).map(at);
    }
    case 'add':
    case 'remove': {
      const spot = spotAt(root, change.path);
      if (typeof spot === 'string') return [at(spot)];
      const member = memberOf(spot);
      if (member === undefined) return [at(`${formatPath(change.path)} has no members`)];
      return fits(member, change.element, change.path).map(at);
    }
  }
}

/** Why a path is not in the schema of a type; undefined if it is. */
export function pathProblem(type: string, path: AttributePath): string | undefined {
  const block = schema.resource(type);
  if (block === undefined) return `no type ${type}`;
  const spot = spotAt({ kind: 'block', block }, path);
  return typeof spot === 'string' ? `${type}: ${spot}` : undefined;
}

export function hasType(type: string): boolean {
  return schema.resource(type) !== undefined;
}

function spotAt(root: Spot, path: AttributePath): Spot | string {
  let spot: Spot | undefined = root;
  for (const [index, step] of path.entries()) {
    spot = typeof step === 'string' ? named(spot, step) : memberOf(spot);
    if (spot === undefined) return `no ${formatPath(path.slice(0, index + 1))}`;
  }
  return spot;
}

function named(spot: Spot, name: string): Spot | undefined {
  if (spot.kind === 'blocks') return undefined;
  if (spot.kind === 'block') {
    const attribute = spot.block.attributes.get(name);
    if (attribute !== undefined) return { kind: 'value', type: attribute.type };
    const nested = spot.block.blocks.get(name);
    if (nested === undefined) return undefined;
    return { kind: nested.nesting === 'single' ? 'block' : 'blocks', block: nested.block };
  }
  const { type } = spot;
  if (type.kind === 'map') return { kind: 'value', type: type.element };
  const member = type.kind === 'object' ? type.attributes.get(name) : undefined;
  return member === undefined ? undefined : { kind: 'value', type: member };
}

function memberOf(spot: Spot): Spot | undefined {
  if (spot.kind === 'blocks') return { kind: 'block', block: spot.block };
  if (spot.kind === 'block') return undefined;
  const { type } = spot;
  return type.kind === 'list' || type.kind === 'set'
    ? { kind: 'value', type: type.element }
    : undefined;
}

function fits(spot: Spot, value: Json, path: AttributePath): readonly string[] {
  if (value === null) return [];
  const wrong = [`${formatPath(path)} is ${JSON.stringify(value)}`];
  if (spot.kind === 'value' && isScalar(spot.type)) {
    return spot.type.kind === 'dynamic' || typeof value === scalarNames[spot.type.kind]
      ? []
      : wrong;
  }
  if (isJsonArray(value)) {
    const member = memberOf(spot);
    return member === undefined
      ? wrong
      : value.flatMap((one, i) => fits(member, one, [...path, i]));
  }
  if (!isJsonObject(value)) return wrong;
  return Object.entries(value).flatMap(([name, one]) => {
    const member = named(spot, name);
    const inner = [...path, name];
    return member === undefined ? [`no ${formatPath(inner)}`] : fits(member, one, inner);
  });
}

const scalarNames = { string: 'string', number: 'number', bool: 'boolean' } as const;

function isScalar(
  type: AttributeType,
): type is { readonly kind: 'string' | 'number' | 'bool' | 'dynamic' } {
  return ['string', 'number', 'bool', 'dynamic'].includes(type.kind);
}
