import type { Json } from '../../model/json.ts';

/** A span of a document's text: UTF-16 offsets, `end` exclusive. */
export interface YamlSpan {
  readonly start: number;
  readonly end: number;
}

/** A value of a JSON or YAML document, with its position. */
export type YamlTree = YamlLeaf | List | Mapping;

export interface YamlLeaf extends YamlSpan {
  readonly kind: 'leaf';
  /** Undefined for a value that JSON does not have. */
  readonly value: Json | undefined;
  /**
   * True if it cannot be set here: the value is written elsewhere or has a special meaning, as with
   * `*a` and `!Ref b`.
   */
  readonly isFixed?: boolean;
}

export interface List extends YamlSpan {
  readonly kind: 'list';
  /** `flow`: with brackets and commas. `block`: on YAML's separate lines. */
  readonly style: YamlStyle;
  readonly members: readonly YamlMember[];
}

export interface Mapping extends YamlSpan {
  readonly kind: 'map';
  readonly style: YamlStyle;
  readonly members: readonly YamlEntry[];
}

export type YamlStyle = 'flow' | 'block';

/** An element of a list; its span is that of its value. */
export interface YamlMember extends YamlSpan {
  readonly value: YamlTree;
}

/** A key with its value; the span starts at the key. */
export interface YamlEntry extends YamlMember {
  readonly key: string;
  /** The offset just past the colon. */
  readonly colonEnd: number;
}

export type Collection = List | Mapping;

/** A new member: an element, or an entry if it has a key. */
export interface FreshYaml {
  readonly key?: string;
  readonly value: Json;
}

/**
 * The members that a collection is to have: old ones by index, in their old order, and new ones.
 */
export type YamlPlan = readonly (number | FreshYaml)[];

/** The value of a tree; undefined if a part of it is unknown. */
export function treeValue(tree: YamlTree): Json | undefined {
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
export function* collectionsOf(tree: YamlTree): Generator<Collection> {
  if (tree.kind === 'leaf') return;
  yield tree;
  for (const member of tree.members) yield* collectionsOf(member.value);
}
