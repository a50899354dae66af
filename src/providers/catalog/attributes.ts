import type { Json, JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { DraftEffect } from './types.ts';

interface Node {
  readonly members: Map<string | number, Node>;
  value?: Json;
}

/** The attributes that a list of `set` effects adds up to, for a `create`. */
export function attributesFrom(sets: readonly DraftEffect[]): JsonObject {
  const root: Node = { members: new Map() };
  for (const { change } of sets) {
    if (change.kind !== 'set' || change.value.kind !== 'known') continue;
    nodeAt(root, change.path).value = change.value.value;
  }
  return toObject(root);
}

function nodeAt(root: Node, path: AttributePath): Node {
  let node = root;
  for (const step of path) {
    if (typeof step === 'object') throw new TypeError('a created attribute has no element steps');
    const next = node.members.get(step) ?? { members: new Map() };
    node.members.set(step, next);
    node = next;
  }
  return node;
}

function toObject(node: Node): JsonObject {
  return Object.fromEntries([...node.members].map(([key, child]) => [String(key), toJson(child)]));
}

function toJson(node: Node): Json {
  if (node.members.size === 0) return node.value ?? null;
  const keys = [...node.members.keys()];
  if (keys.some((key) => typeof key === 'string')) return toObject(node);
  return [...node.members]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, child]) => toJson(child));
}
