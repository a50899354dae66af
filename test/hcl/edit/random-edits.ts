import { insertAttribute, removeAttribute } from '../../../src/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../../src/hcl/edit/block.ts';
import type { BodyPosition } from '../../../src/hcl/edit/body.ts';
import { setExpression } from '../../../src/hcl/edit/expression.ts';
import { listInsert, listRemove } from '../../../src/hcl/edit/list.ts';
import { literalValue } from '../../../src/hcl/edit/literal.ts';
import { mapRemove, mapSet } from '../../../src/hcl/edit/map.ts';
import { reconcileValue } from '../../../src/hcl/edit/reconcile.ts';
import { type EditResult, json, raw } from '../../../src/hcl/edit/types.ts';
import type { HclFile } from '../../../src/hcl/syntax/ast.ts';
import { descendants, type SyntaxNode } from '../../../src/hcl/syntax/walk.ts';
import type { Json } from '../../../src/model/json.ts';

const values: readonly Json[] = [
  'v',
  'a\n${b}',
  8080,
  true,
  null,
  ['x', 'y'],
  { k: 'v', l: [{ m: 1 }] },
];

/** Some edit of the node, chosen by `dice`; undefined where none applies. */
function editOf(file: HclFile, node: SyntaxNode, dice: number): EditResult | undefined {
  const value = json(values[dice % values.length] ?? null);
  switch (node.kind) {
    case 'attribute':
      return dice % 3 === 0
        ? removeAttribute(file, node)
        : setExpression(file, node.value, dice % 3 === 1 ? value : raw('var.some[0].thing'));
    case 'block':
      return dice % 3 === 0 ? removeBlock(file, node) : addTo(file, node, dice, value);
    case 'tuple':
      return editList(file, node, dice, value);
    case 'object':
      return editMap(file, node, dice, value);
    default:
      return undefined;
  }
}

type NodeOf<Kind> = Extract<SyntaxNode, { kind: Kind }>;
type Value = ReturnType<typeof json>;

function addTo(file: HclFile, block: NodeOf<'block'>, dice: number, value: Value): EditResult {
  const { body } = block;
  const place: BodyPosition = body.items[dice % (body.items.length + 1)] ?? 'start';
  const options = dice % 2 === 0 ? {} : { after: place };
  if (dice % 3 === 1) return insertAttribute(file, body, 'zz_new', value, options);
  const attributes = [{ name: 'zz_new', value }];
  return insertBlock(file, body, { type: 'zz', labels: ['l'], attributes, blocks: [] }, options);
}

function editList(file: HclFile, list: NodeOf<'tuple'>, dice: number, value: Value): EditResult {
  const place = dice % (list.items.length + 1);
  const known = literalValue(list, file.text);
  if (Array.isArray(known) && dice % 3 === 2)
    return reconcileValue(file, list, mutate(known, dice));
  return dice % 3 === 0 && place < list.items.length
    ? listRemove(file, list, place)
    : listInsert(file, list, value, place);
}

function editMap(file: HclFile, map: NodeOf<'object'>, dice: number, value: Value): EditResult {
  const known = literalValue(map, file.text);
  if (known !== undefined && dice % 3 === 2) return reconcileValue(file, map, mutate(known, dice));
  const item = map.items[dice % Math.max(map.items.length, 1)];
  const key = item?.key.kind === 'variable' ? item.key.name : 'zz';
  return dice % 3 === 0 && item !== undefined
    ? mapRemove(file, map, key)
    : mapSet(file, map, `zz ${dice % 2}`, value);
}

/** A value near to the given one: something set, something dropped, something added. */
function mutate(value: Json, dice: number): Json {
  const other = values[dice % values.length] ?? null;
  if (Array.isArray(value)) {
    const at = dice % (value.length + 1);
    return [...value.slice(0, at), other, ...value.slice(at + (dice % 2))];
  }
  if (typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  const at = dice % Math.max(entries.length, 1);
  const kept = entries.map(([key, one], index): [string, Json] => [
    key,
    index === at ? mutate(one as Json, dice >> 1) : (one as Json),
  ]);
  return Object.fromEntries([...kept.slice(dice % 2), ['zz', other]]);
}

/** Some edit somewhere in the file; undefined where there is nothing to edit. */
export function randomEdit(file: HclFile, pick: number, dice: number): EditResult | undefined {
  const nodes = [...descendants(file.body)].filter((node) =>
    ['attribute', 'block', 'tuple', 'object'].includes(node.kind),
  );
  const node = nodes[pick % Math.max(nodes.length, 1)];
  return node && editOf(file, node, dice);
}
