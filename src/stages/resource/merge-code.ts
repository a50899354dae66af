import { insertAttribute, removeAttribute } from '../../code/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../code/hcl/edit/block.ts';
import { checkEdit } from '../../code/hcl/edit/check.ts';
import { setExpression } from '../../code/hcl/edit/expression.ts';
import { literalValue } from '../../code/hcl/edit/literal.ts';
import type { EditResult } from '../../code/hcl/edit/types.ts';
import type { HclFile } from '../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../code/hcl/syntax/diagnostics.ts';
import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import { type Json, sameJson } from '../../model/json.ts';
import { type Slot, templateSlots } from './slots.ts';

/** A place that a person changed and for which a new version has another value. */
export interface CodeConflict {
  /** `module web/size` */
  readonly what: string;
  /** 1-based, in the current code. */
  readonly line: number;
}

export interface MergedCode {
  readonly text: string;
  readonly conflicts: readonly CodeConflict[];
}

export interface MergeInput {
  /** What was written last; empty if nothing was. */
  readonly base: string;
  /** What should be written. */
  readonly ours: string;
  /** The current code, including people's changes. */
  readonly theirs: string;
  /** Overwrites people's changes of the same places. */
  readonly isForced: boolean;
}

/**
 * Merges the differences between `base` and `ours` into `theirs`, argument by argument. What people
 * wrote elsewhere is kept byte for byte.
 */
export function mergeCode({ base, ours, theirs, isForced }: MergeInput): MergedCode {
  const [before, after] = [templateSlots(parseHcl(base)), templateSlots(parseHcl(ours))];
  const there = parseHcl(theirs);
  const conflicts: CodeConflict[] = [];
  let file = there;
  for (const key of changedKeys(before, after)) {
    const slots = templateSlots(file);
    const [old, wanted, found] = [before.get(key), after.get(key), slots.get(key)];
    if (isSame(found, wanted)) continue;
    const isTheirs = !isSame(found, old);
    const line = lineOf(there, key, old ?? wanted);
    if (isTheirs && !isForced) {
      conflicts.push({ what: key, line });
      continue;
    }
    const edited = editOf(file, slots, found, wanted);
    const checked = edited?.ok ? checkEdit(file, edited.edits) : undefined;
    if (checked?.ok) file = checked.value;
    else conflicts.push({ what: key, line });
  }
  return { text: file.text, conflicts };
}

/** Values are compared by content, regardless of their layout. */
function isSame(a: Slot | undefined, b: Slot | undefined): boolean {
  if (a?.text === b?.text) return true;
  if (a?.node.kind !== 'attribute' || b?.node.kind !== 'attribute') return false;
  const [one, other] = [a, b].map(({ text }) => literalIn(text));
  return one !== undefined && sameJson(one, other);
}

function literalIn(text: string): Json | undefined {
  const [item] = parseHcl(`value = ${text}\n`).body.items;
  if (item?.kind !== 'attribute') return undefined;
  return literalValue(item.value, `value = ${text}\n`);
}

/** The line to show: that of the changed place, or otherwise of its parent block. */
function lineOf(file: HclFile, key: string, slot: Slot | undefined): number {
  const slots = templateSlots(file);
  const at = (slots.get(key) ?? slots.get(slot?.parent ?? ''))?.node.start ?? 0;
  return lineColumn(file.text, at).line;
}

function editOf(
  file: HclFile,
  slots: ReadonlyMap<string, Slot>,
  found: Slot | undefined,
  wanted: Slot | undefined,
): EditResult | undefined {
  if (wanted === undefined) {
    if (found === undefined) return undefined;
    const { node } = found;
    return node.kind === 'block' ? removeBlock(file, node) : removeAttribute(file, node);
  }
  const around = wanted.parent === '' ? undefined : slots.get(wanted.parent)?.node;
  const body =
    wanted.parent === '' ? file.body : around?.kind === 'block' ? around.body : undefined;
  if (body === undefined) return undefined;
  const { node, text } = wanted;
  if (node.kind === 'block') return insertBlock(file, body, { raw: text });
  if (found?.node.kind === 'attribute') {
    return setExpression(file, found.node.value, { kind: 'raw', text });
  }
  return insertAttribute(file, body, node.name, { kind: 'raw', text });
}

/** Places that differ, without those inside a block that is added or removed entirely. */
function changedKeys(
  before: ReadonlyMap<string, Slot>,
  after: ReadonlyMap<string, Slot>,
): readonly string[] {
  const isWhole = (key: string): boolean => key !== '' && before.has(key) !== after.has(key);
  return [...new Set([...after.keys(), ...before.keys()])].filter((key) => {
    const [old, wanted] = [before.get(key), after.get(key)];
    const around = (wanted ?? old)?.parent ?? '';
    if (around !== '' && (isWhole(around) || !before.has(around))) return false;
    if (isWhole(key)) return true;
    return wanted?.node.kind === 'attribute' && old?.text !== wanted.text;
  });
}
