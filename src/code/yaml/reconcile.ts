import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../model/json.ts';
import { sameValue } from '../../model/json-compare.ts';
import { pairInOrder } from '../../model/json-pairing.ts';
import type { TextEdit } from '../../model/patch.ts';
import {
  type Collection,
  type FreshYaml,
  type List,
  type Mapping,
  treeValue,
  type YamlMember,
  type YamlPlan,
  type YamlTree,
} from './tree.ts';

/**
 * Writes changes in a particular syntax. Methods return undefined if the syntax does not allow the
 * change.
 */
export interface Writer {
  /** Replaces a value by another; `owner` is the member that contains it. */
  replace(
    tree: YamlTree,
    value: Json,
    owner: YamlMember | undefined,
  ): readonly TextEdit[] | undefined;
  rewrite(tree: Collection, plan: YamlPlan): readonly TextEdit[] | undefined;
}

/**
 * The smallest edits that give a tree a value: parts that have their value already keep their
 * bytes.
 */
export function reconcileTree(
  tree: YamlTree,
  value: Json,
  writer: Writer,
  owner?: YamlMember,
): readonly TextEdit[] | undefined {
  const current = treeValue(tree);
  if (current !== undefined && sameValue(current, value, 'exact')) return [];
  if (tree.kind === 'map' && isJsonObject(value)) return reconcileMap(tree, value, writer, owner);
  if (tree.kind === 'list' && isJsonArray(value)) return reconcileList(tree, value, writer, owner);
  if (tree.kind === 'leaf' && tree.isFixed === true) return undefined;
  return writer.replace(tree, value, owner);
}

function reconcileMap(
  tree: Mapping,
  value: JsonObject,
  writer: Writer,
  owner: YamlMember | undefined,
): readonly TextEdit[] | undefined {
  const keys = tree.members.map((entry) => entry.key);
  if (new Set(keys).size < keys.length) return undefined;
  const plan: (number | FreshYaml)[] = [];
  const edits: TextEdit[] = [];
  for (const [index, entry] of tree.members.entries()) {
    const wanted = own(value, entry.key);
    if (wanted === undefined) continue;
    plan.push(index);
    const inner = reconcileTree(entry.value, wanted, writer, entry);
    if (inner === undefined) return undefined;
    edits.push(...inner);
  }
  for (const key of Object.keys(value).filter((one) => !keys.includes(one))) {
    plan.push({ key, value: likeSiblings(value[key] ?? null, tree) });
  }
  return finish(tree, plan, edits, writer, owner, value);
}

function reconcileList(
  tree: List,
  values: readonly Json[],
  writer: Writer,
  owner: YamlMember | undefined,
): readonly TextEdit[] | undefined {
  const old = tree.members.map((member) => treeValue(member.value));
  const { sources } = pairInOrder(old, values, 'exact');
  const plan: (number | FreshYaml)[] = [];
  const edits: TextEdit[] = [];
  for (const [j, value] of values.entries()) {
    const source = tree.members[sources[j] ?? -1];
    if (source === undefined) {
      plan.push({ value: likeSiblings(value, tree) });
      continue;
    }
    const inner = reconcileTree(source.value, value, writer, source);
    if (inner === undefined) return undefined;
    edits.push(...inner);
    plan.push(sources[j] ?? -1);
  }
  return finish(tree, plan, edits, writer, owner, values);
}

function finish(
  tree: Collection,
  plan: YamlPlan,
  edits: readonly TextEdit[],
  writer: Writer,
  owner: YamlMember | undefined,
  value: Json,
): readonly TextEdit[] | undefined {
  if (plan.length === tree.members.length && plan.every((one, index) => one === index)) {
    return edits;
  }
  const isEmpty = tree.members.length === 0 || plan.length === 0;
  const more = isEmpty ? writer.replace(tree, value, owner) : writer.rewrite(tree, plan);
  if (more === undefined) return undefined;
  // New members before the first remaining one also come before the edits inside it.
  const first = tree.members[plan.find((one) => typeof one === 'number') ?? -1]?.start ?? 0;
  const isAhead = (edit: TextEdit): boolean => edit.offset + edit.length <= first;
  return [...more.filter(isAhead), ...edits, ...more.filter((edit) => !isAhead(edit))];
}

/** Orders the keys of a new object like those of its last sibling. */
function likeSiblings(value: Json, tree: Collection): Json {
  const model = tree.members.findLast(({ value: sibling }) => sibling.kind === 'map')?.value;
  if (!isJsonObject(value) || model?.kind !== 'map') return value;
  const known = model.members.map(({ key }) => key).filter((key) => Object.hasOwn(value, key));
  const order = new Set([...known, ...Object.keys(value)]);
  return Object.fromEntries([...order].map((key) => [key, value[key] ?? null]));
}

/** The stretch between two members that stay, with the members that are added there. */
export interface MemberRange {
  /** Index of the member before the stretch, or -1. */
  readonly before: number;
  readonly fresh: readonly FreshYaml[];
  /** Index of the member after the stretch, or the number of members. */
  readonly after: number;
}

/** The stretches of a collection that a plan changes, in order. */
export function memberRanges(tree: Collection, plan: YamlPlan): readonly MemberRange[] {
  const runs: MemberRange[] = [];
  let before = -1;
  let fresh: FreshYaml[] = [];
  for (const planned of [...plan, tree.members.length]) {
    if (typeof planned !== 'number') {
      fresh.push(planned);
      continue;
    }
    if (fresh.length > 0 || planned > before + 1) runs.push({ before, fresh, after: planned });
    before = planned;
    fresh = [];
  }
  return runs;
}
