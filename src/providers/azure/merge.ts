import type { Json } from '../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../model/json.ts';
import { pathKey, valueAtPath } from '../../model/path.ts';
import { effect, setEffect } from '../catalog/effects.ts';
import { elementRule } from '../catalog/elements.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';

/**
 * The same effects, completed by what the state has and a body does not mention: block attributes
 * that only Terraform has. An empty value keeps the state's spelling of it: null, false, 0, "".
 */
export function withState(
  sets: readonly DraftEffect[],
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  if (managed === undefined) return sets;
  return sets.map(({ resource, change }) => {
    if (change.kind !== 'set' || change.value.kind !== 'known') return effect(resource, change);
    const before = valueAtPath(managed.attributes, change.path);
    const block = change.path.findLast((step) => typeof step === 'string') ?? '';
    const identity = elementRule(managed.type, String(block))?.identity;
    const value = merged(before, change.value.value, identity);
    return setEffect(resource, change.path, value);
  });
}

/** `after`, with the members of `before` that it lacks. */
export function merged(
  before: Json | undefined,
  after: Json,
  identity: readonly string[] | undefined,
): Json {
  if (before === undefined) return after;
  if (isBlank(after) && isBlank(before)) return before;
  return isBlocks(before) && isBlocks(after) ? mergedBlocks(before, after, identity) : after;
}

type Blocks = readonly Readonly<Record<string, Json>>[];

/** Blocks in the order of the state, followed by new ones. */
function mergedBlocks(before: Blocks, after: Blocks, identity: readonly string[] | undefined) {
  const names = identity ?? [];
  const keyOf = (block: Blocks[number]): string =>
    pathKey(names.map((name) => textAt(block, name)));
  const old = (block: Blocks[number], index: number) =>
    names.length === 0
      ? before.length === after.length
        ? before[index]
        : undefined
      : before.find((one) => keyOf(one) === keyOf(block));
  const all = after.map((block, index) => mergedBlock(old(block, index), block));
  if (names.length === 0) return all;
  const order = new Map(before.map((block, index) => [keyOf(block), index]));
  const rank = (block: Blocks[number]): number => order.get(keyOf(block)) ?? before.length;
  return all.sort((a, b) => rank(a) - rank(b));
}

function mergedBlock(before: Blocks[number] | undefined, after: Blocks[number]) {
  if (before === undefined) return after;
  const known = Object.entries(after).map(
    ([name, value]) => [name, merged(own(before, name), value, undefined)] as const,
  );
  return { ...before, ...Object.fromEntries(known) };
}

function textAt(block: Blocks[number], name: string): string {
  const value = own(block, name);
  return value === undefined ? '' : String(value);
}

function isBlocks(value: Json): value is Blocks {
  return isJsonArray(value) && value.length > 0 && value.every((one) => isJsonObject(one));
}

function isBlank(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || value === false || value === 0;
}
