import { insertAttribute, removeAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import type { BodyPosition } from '../../../../src/code/hcl/edit/body.ts';
import { parseEncodedDocument } from '../../../../src/code/hcl/edit/document.ts';
import { ensureListElement } from '../../../../src/code/hcl/edit/ensure.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { literalValue } from '../../../../src/code/hcl/edit/literal.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
import { templateText } from '../../../../src/code/hcl/edit/template-text.ts';
import { type EditResult, jsonLiteral, raw } from '../../../../src/code/hcl/edit/types.ts';
import type { HclFile } from '../../../../src/code/hcl/syntax/ast.ts';
import { descendants, type SyntaxNode } from '../../../../src/code/hcl/syntax/walk.ts';
import type { Json } from '../../../../src/model/json.ts';

const values: readonly Json[] = [
  'v',
  'a\n${b}',
  8080,
  true,
  null,
  ['x', 'y'],
  { k: 'v', l: [{ m: 1 }] },
];

/** An edit of the node, chosen by `dice`; undefined if none applies. */
function editOf(file: HclFile, node: SyntaxNode, dice: number): EditResult | undefined {
  const value = jsonLiteral(values[dice % values.length] ?? null);
  switch (node.kind) {
    case 'attribute':
      return editAttribute(file, node, dice, value);
    case 'block':
      return editBlock(file, node, dice, value);
    case 'heredoc':
    case 'quoted':
      return editText(file, node, dice);
    case 'call':
      return editDocument(file, node, dice);
    case 'tuple':
      return editList(file, node, dice, value);
    case 'object':
      return editMap(file, node, dice, value);
    default:
      return undefined;
  }
}

type NodeOf<Kind> = Extract<SyntaxNode, { kind: Kind }>;
type Value = ReturnType<typeof jsonLiteral>;

function editAttribute(
  file: HclFile,
  attribute: NodeOf<'attribute'>,
  dice: number,
  value: Value,
): EditResult {
  switch (dice % 3) {
    case 0:
      return removeAttribute(file, attribute);
    case 1:
      return setExpression(file, attribute.value, value);
    default:
      return setExpression(file, attribute.value, raw('var.some[0].thing'));
  }
}

function editBlock(file: HclFile, block: NodeOf<'block'>, dice: number, value: Value): EditResult {
  const { body } = block;
  const nested = { type: 'lifecycle', labels: [], attributes: [], blocks: [] };
  switch (dice % 6) {
    case 0:
      return removeBlock(file, block);
    case 1:
      return ensureListElement(file, body, 'zz_list', raw('tags["a b"]'));
    case 2:
      return insertBlock(file, body, nested);
    case 3:
      return appendTopLevel(file, { ...nested, attributes: [{ name: 'zz', value }] });
    default:
      return addTo(file, block, dice, value);
  }
}

/** The assumed value of all references. */
const known = (): Json => 'known';

/** Adds, removes or changes lines of a text; computed parts stay, or the edit is refused. */
function editText(
  file: HclFile,
  template: NodeOf<'heredoc' | 'quoted'>,
  dice: number,
): EditResult | undefined {
  const text = templateText(template, file.text, known)?.text;
  if (text === undefined) return undefined;
  const document = parseEncodedDocument(text);
  const wanted =
    document === undefined ? mutateLines(text, dice) : JSON.stringify(mutate(document.value, dice));
  return reconcileValue(file, template, wanted, { evaluateOf: known });
}

function mutateLines(text: string, dice: number): string {
  const lines = text.split('\n');
  const at = dice % lines.length;
  const fresh = ['', '  ${new} %{line}', 'EOT', '\tx'].slice(dice % 3, (dice % 3) + (dice % 2) + 1);
  return lines.toSpliced(at, dice % 3, ...fresh).join('\n');
}

/** Changes an encoded value somewhere inside. */
function editDocument(file: HclFile, call: NodeOf<'call'>, dice: number): EditResult | undefined {
  const [argument] = call.args;
  if (!/^(?:json|yaml)encode$/.test(call.name) || argument === undefined) return undefined;
  const value = literalValue(argument, file.text, known);
  if (typeof value !== 'object' || value === null) return undefined;
  const wanted = JSON.stringify(mutate(value, dice));
  return reconcileValue(file, call, wanted, { evaluateOf: known });
}

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

/** A similar value: something is set, dropped or added. */
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

/** The kinds of nodes that have edits. */
export const editable = [
  'attribute',
  'block',
  'tuple',
  'object',
  'heredoc',
  'quoted',
  'call',
] as const;

interface RandomEdit {
  readonly kind: string;
  /** Undefined if there is nothing to edit. */
  readonly result: EditResult | undefined;
}

/** An edit somewhere in the file; all kinds of nodes are equally likely. */
export function randomEdit(file: HclFile, pick: number, dice: number): RandomEdit {
  const kind = editable[pick % editable.length] ?? 'block';
  const nodes = [...descendants(file.body)].filter((node) => node.kind === kind);
  const node = nodes[(pick >> 3) % Math.max(nodes.length, 1)];
  return { kind, result: node && editOf(file, node, dice) };
}
