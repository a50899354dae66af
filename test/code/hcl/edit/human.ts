import { insertAttribute, removeAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import type { BodyPosition } from '../../../../src/code/hcl/edit/body.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { itemKey } from '../../../../src/code/hcl/edit/literal.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { type EditResult, raw } from '../../../../src/code/hcl/edit/types.ts';
import type {
  Attribute,
  Block,
  Body,
  Expression,
  HclFile,
  Span,
} from '../../../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import type { TextEdit } from '../../../../src/model/patch.ts';

type PathStep = string | number | { readonly call: string; readonly arg: number };

/** An edit that someone committed to a public repository. */
export interface HumanEdit {
  readonly id: string;
  readonly input: string;
  readonly expected: string;
  readonly minimal: boolean;
  readonly op: {
    readonly type: string;
    readonly value?: string;
    readonly values?: readonly string[];
    readonly old?: string;
    readonly oldExpr?: string;
    readonly key?: string;
    readonly after?: string | null;
    readonly index?: number;
    readonly count?: number;
    readonly text?: string;
    readonly path?: readonly string[];
    readonly attribute?: readonly string[];
    readonly exprPath?: readonly PathStep[];
  };
}

/** The result of an operation, and the span of the input that it is about. */
export interface Replay {
  readonly result: EditResult;
  readonly target: Span;
}

/** Applies the operation at each place that its path could refer to. */
export function replay(one: HumanEdit): readonly Replay[] {
  const file = parseHcl(one.input);
  const { op } = one;
  switch (op.type) {
    case 'attribute.set':
      return attributesAt(file, op.path ?? [])
        .filter((attribute) => textOf(file, attribute.value) === op.old)
        .map((target) => ({
          target,
          result: setExpression(file, target.value, raw(op.value ?? '')),
        }));
    case 'attribute.remove':
      return attributesAt(file, op.path ?? []).map((target) => ({
        target,
        result: removeAttribute(file, target),
      }));
    case 'attribute.insert':
      return replayAttributeInsert(file, one);
    case 'block.insert':
      return replayBlockInsert(file, one);
    case 'block.remove':
      return blocksAt(file, op.path ?? []).map((target) => ({
        target,
        result: removeBlock(file, target),
      }));
    default:
      return expressionsAt(file, one).map((target) => ({
        target,
        result: replayInside(file, target, one),
      }));
  }
}

function replayInside(file: HclFile, target: Expression, { op }: HumanEdit): EditResult {
  const value = raw(op.value ?? '');
  if (op.type === 'value.set') return setExpression(file, target, value);
  if (op.type === 'list.insert' && target.kind === 'tuple') {
    return listInsert(file, target, (op.values ?? []).map(raw), op.index);
  }
  if (op.type === 'list.remove' && target.kind === 'tuple') {
    return listRemove(file, target, op.index ?? 0, op.count);
  }
  if (target.kind !== 'object') throw new Error(`no object for ${op.type}`);
  if (op.type === 'map.remove') return mapRemove(file, target, bare(op.key ?? ''));
  const previous = target.items.find((item) => textOf(file, item.key) === op.after);
  return mapSet(file, target, bare(op.key ?? ''), value, { after: previous ?? 'start' });
}

/** The key as text; the oracle gives its source text. */
function bare(key: string): string {
  return key.startsWith('"') ? (JSON.parse(key) as string) : key;
}

function textOf(file: HclFile, node: { readonly start: number; readonly end: number }): string {
  return file.text.slice(node.start, node.end);
}

function bodiesAt(file: HclFile, path: readonly string[]): readonly Body[] {
  return path.length === 0 ? [file.body] : blocksAt(file, path).map((block) => block.body);
}

function blocksAt(file: HclFile, path: readonly string[]): readonly Block[] {
  const name = path.at(-1);
  return bodiesAt(file, path.slice(0, -1)).flatMap((body) =>
    body.items.filter((item): item is Block => item.kind === 'block' && nameOf(item) === name),
  );
}

function nameOf(block: Block): string {
  return [block.type, ...block.labels.map((label) => label.text)].join('.');
}

function attributesAt(file: HclFile, path: readonly string[]): readonly Attribute[] {
  const name = path.at(-1);
  return bodiesAt(file, path.slice(0, -1)).flatMap((body) =>
    body.items.filter((item): item is Attribute => item.kind === 'attribute' && item.name === name),
  );
}

function expressionsAt(file: HclFile, { op }: HumanEdit): readonly Expression[] {
  return attributesAt(file, op.attribute ?? [])
    .filter((attribute) => textOf(file, attribute.value) === op.oldExpr)
    .map((attribute) =>
      (op.exprPath ?? []).reduce((at, step) => stepInto(file, at, step), attribute.value),
    );
}

function stepInto(file: HclFile, at: Expression, step: PathStep): Expression {
  const next = childAt(file, at, step);
  if (next === undefined) throw new Error(`no ${JSON.stringify(step)} in ${textOf(file, at)}`);
  return next;
}

function childAt(file: HclFile, at: Expression, step: PathStep): Expression | undefined {
  if (typeof step === 'object') return at.kind === 'call' ? at.args[step.arg] : undefined;
  if (at.kind === 'tuple') return at.items[Number(step)];
  if (at.kind !== 'object') return undefined;
  return at.items.find(
    (item) => textOf(file, item.key) === step || itemKey(item, file.text) === step,
  )?.value;
}

/** Inserts the item where the human put it, in every body that the path could refer to. */
function replayInsert(
  file: HclFile,
  one: HumanEdit,
  insert: (body: Body, after: BodyPosition) => EditResult,
): readonly Replay[] {
  const path = one.op.path ?? [];
  const before = bodiesAt(file, path.slice(0, -1));
  const after = bodiesAt(parseHcl(one.expected), path.slice(0, -1));
  return before.flatMap((body, at) => {
    const grown = after[at];
    if (grown === undefined || grown.items.length !== body.items.length + 1) return [];
    const names = grown.items.map((item) =>
      item.kind === 'attribute' ? item.name : item.kind === 'block' ? nameOf(item) : '',
    );
    const old = body.items.map((item) =>
      item.kind === 'attribute' ? item.name : item.kind === 'block' ? nameOf(item) : '',
    );
    const places = [...names.keys()].filter(
      (place) =>
        names[place] === path.at(-1) && old.join('|') === names.toSpliced(place, 1).join('|'),
    );
    return places.map((place) => {
      const start = body.items[place - 1]?.end ?? body.start;
      const end = body.items[place]?.start ?? body.end;
      return {
        target: { start, end },
        result: insert(body, body.items[place - 1] ?? 'start'),
      };
    });
  });
}

function replayAttributeInsert(file: HclFile, one: HumanEdit): readonly Replay[] {
  const name = one.op.path?.at(-1) ?? '';
  return replayInsert(file, one, (body, after) =>
    insertAttribute(file, body, name, raw(one.op.value ?? ''), { after }),
  );
}

function replayBlockInsert(file: HclFile, one: HumanEdit): readonly Replay[] {
  const input = { raw: one.op.text ?? '' };
  return replayInsert(file, one, (body, after) => insertBlock(file, body, input, { after }));
}

/** The edits of a result; throws if it is a refusal. */
export function editsOf(result: EditResult): readonly TextEdit[] {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.edits;
}
