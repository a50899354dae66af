import type { Json } from '../../model/json.ts';

/** A stretch of a document's text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value of a JSON or YAML document, where it is written. */
export type Tree = Leaf | List | Mapping;

export interface Leaf extends Span {
  readonly kind: 'leaf';
  /** Undefined for what JSON does not have. */
  readonly value: Json | undefined;
  /** It can not be set here: the value is written elsewhere or means more, as `*a` and `!Ref b` do. */
  readonly isFixed?: boolean;
}

export interface List extends Span {
  readonly kind: 'list';
  /** `flow`: brackets and commas. `block`: YAML's lines. */
  readonly style: Style;
  readonly members: readonly Member[];
}

export interface Mapping extends Span {
  readonly kind: 'map';
  readonly style: Style;
  readonly members: readonly Entry[];
}

export type Style = 'flow' | 'block';

/** An element of a list; its span is that of the value. */
export interface Member extends Span {
  readonly value: Tree;
}

/** A key with its value; the span starts at the key. */
export interface Entry extends Member {
  readonly key: string;
  /** Behind the colon. */
  readonly colonEnd: number;
}

export type Collection = List | Mapping;

/** A new member: an element, or an entry when it has a key. */
export interface Fresh {
  readonly key?: string;
  readonly value: Json;
}

/** What a collection shall hold: old members by index, in their old order, and new ones. */
export type Plan = readonly (number | Fresh)[];

/** The value of a tree; undefined where a part of it is unknown. */
export function treeValue(tree: Tree): Json | undefined {
  if (tree.kind === 'leaf') return tree.value;
  if (tree.kind === 'list') {
    const values: Json[] = [];
    for (const { value } of tree.members) {
      const known = treeValue(value);
      if (known === undefined) return undefined;
      values.push(known);
    }
    return values;
  }
  const entries = new Map<string, Json>();
  for (const { key, value } of tree.members) {
    const known = treeValue(value);
    if (known === undefined) return undefined;
    entries.set(key, known);
  }
  return Object.fromEntries(entries);
}

/** Every list and map of a tree, outermost first. */
export function* collectionsOf(tree: Tree): Generator<Collection> {
  if (tree.kind === 'leaf') return;
  yield tree;
  for (const member of tree.members) yield* collectionsOf(member.value);
}
