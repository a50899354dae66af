import { describe, expect, it } from 'vitest';
import { insertAttribute, removeAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import { ensureListElement } from '../../../../src/code/hcl/edit/ensure.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { findAttribute } from '../../../../src/code/hcl/edit/find.ts';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
import {
  type BlockParts,
  type EditResult,
  jsonLiteral,
  raw,
} from '../../../../src/code/hcl/edit/types.ts';
import type { Block, Body, Expression } from '../../../../src/code/hcl/syntax/ast.ts';
import type { Json } from '../../../../src/model/json.ts';
import { readEditCases } from './case-files.ts';
import { edited, type Subject } from './support.ts';

const lifecycle: BlockParts = {
  type: 'lifecycle',
  labels: [],
  attributes: [
    { name: 'ignore_changes', value: raw('[tags]') },
    { name: 'prevent_destroy', value: jsonLiteral(true) },
  ],
  blocks: [],
};

const rule: BlockParts = {
  type: 'ingress',
  labels: [],
  attributes: [
    { name: 'protocol', value: raw('"udp"') },
    { name: 'description', value: raw('"new"') },
    { name: 'to_port', value: raw('9') },
    { name: 'from_port', value: raw('9') },
  ],
  blocks: [],
};

/** Narrows an expression to a kind. */
function asKind<K extends Expression['kind']>(
  value: Expression,
  kind: K,
): Extract<Expression, { kind: K }> {
  if (value.kind !== kind) throw new Error(`${value.kind} is no ${kind}`);
  return value as Extract<Expression, { kind: K }>;
}

function firstBlock({ items }: Body): Block {
  const [first] = items;
  if (first?.kind !== 'block') throw new Error('no block');
  return first;
}

interface Given {
  /** The values of computed expressions: one for all, or by kind, with `*` for the others. */
  readonly known?: string | Readonly<Record<string, string>>;
  readonly unordered?: boolean;
  readonly computed?: 'refuse' | 'replace';
}

/** The arguments are `given OPTIONS` (optional), then `value JSON`, or `text` and its lines. */
function reconcile({ file, value }: Subject, asked: string): EditResult {
  const [, options = '{}', kind, rest = ''] =
    /^(?:given (.*)\n)?(value|text)[ \n]([\s\S]*)$/.exec(asked) ?? [];
  const { known, ...given }: Given = JSON.parse(options);
  const wanted: Json = kind === 'text' ? `${rest}\n` : JSON.parse(rest);
  return reconcileValue(file, value, wanted, {
    ...given,
    ...(known !== undefined && {
      evaluateOf: (one: Expression) =>
        typeof known === 'string' ? known : (known[one.kind] ?? known['*']),
    }),
  });
}

/** How to apply the cases of each file, by the name of the file. */
const operations: Readonly<Record<string, (subject: Subject, asked: string) => EditResult>> = {
  'append-block': ({ file }) => appendTopLevel(file, { raw: 'n {}' }),
  'append-block-at-start': ({ file }, asked) =>
    appendTopLevel(file, { raw: asked }, { after: 'start' }),
  'append-block-behind-first': ({ file, block }, asked) =>
    appendTopLevel(file, { raw: asked }, { after: block }),
  'append-block-with-labels': ({ file }) =>
    appendTopLevel(file, { type: 'n', labels: ['a', 'b"'], attributes: [], blocks: [] }),
  'ensure-element': ({ file, body }) =>
    ensureListElement(file, body, 'ignore_changes', raw('tags["a"]')),
  'insert-attribute': ({ file, body }) => insertAttribute(file, body, 'n', jsonLiteral(1)),
  'insert-attribute-at': (subject, asked) =>
    insertAttribute(subject.file, subject.body, 'n', jsonLiteral(1), {
      after: asked === 'start' ? 'start' : subject.attribute,
    }),
  'insert-block': ({ file, body }) => insertBlock(file, body, lifecycle),
  'insert-element': ({ file, value }, asked) =>
    listInsert(
      file,
      asKind(value, 'tuple'),
      jsonLiteral('n'),
      asked === '' ? undefined : Number(asked),
    ),
  'insert-object': ({ file, value }, asked) => {
    const [wanted, index] = JSON.parse(asked);
    return listInsert(file, asKind(value, 'tuple'), jsonLiteral(wanted), index);
  },
  'insert-provider': ({ file, body }, asked) => {
    const [[name = '', wanted = null] = []] = Object.entries<Json>(JSON.parse(asked));
    return insertAttribute(file, firstBlock(body).body, name, jsonLiteral(wanted));
  },
  'insert-raw-block': ({ file, body }, asked) => insertBlock(file, body, { raw: asked }),
  'insert-rule': ({ file, body }) => insertBlock(file, body, rule),
  'insert-text': ({ file, body }) => insertAttribute(file, body, 'z', jsonLiteral('a\nb\n')),
  'insert-value': ({ file, body }, asked) =>
    insertAttribute(file, body, 'n', jsonLiteral(JSON.parse(asked))),
  'reconcile-document': reconcile,
  'reconcile-list': reconcile,
  'reconcile-map': reconcile,
  'reconcile-text': reconcile,
  'remove-attribute': ({ file, body }) => {
    const attribute = findAttribute(file, body, 'n');
    return attribute.ok ? removeAttribute(file, attribute.value) : attribute;
  },
  'remove-block': ({ file }) => {
    const all = file.body.items.flatMap((item) =>
      item.kind === 'block' ? [item, ...item.body.items] : [item],
    );
    const target = all.find((item) => item.kind === 'block' && item.type === 'n');
    if (target?.kind !== 'block') throw new Error('no block n');
    return removeBlock(file, target);
  },
  'remove-element': ({ file, value }, asked) =>
    listRemove(file, asKind(value, 'tuple'), Number(asked)),
  'remove-key': ({ file, value }, asked) =>
    mapRemove(file, asKind(value, 'object'), JSON.parse(asked)),
  'set-expression': ({ file, value }, asked) => setExpression(file, value, raw(asked)),
  'set-key': ({ file, value }, asked) => {
    const [[key = '', wanted = null] = []] = Object.entries<Json>(JSON.parse(asked));
    return mapSet(file, asKind(value, 'object'), key, jsonLiteral(wanted));
  },
  'set-text': ({ file }, asked) => {
    const body = file.body.items.findLast((item) => item.kind === 'block')?.body ?? file.body;
    const attribute = findAttribute(file, body, 'x');
    return attribute.ok
      ? setExpression(file, attribute.value.value, jsonLiteral(JSON.parse(asked)))
      : attribute;
  },
  'set-value': ({ file, value }, asked) =>
    setExpression(file, value, jsonLiteral(JSON.parse(asked))),
};

describe.each(readEditCases())('%s', (operation, cases) => {
  const edit = operations[operation];

  it.each(cases)('$name', ({ before, asked, after }) => {
    if (edit === undefined) throw new Error(`Nothing does ${operation}.`);
    expect(edited(before, (subject) => edit(subject, asked))).toBe(after);
  });
});

it('has cases of every operation', () => {
  expect(readEditCases().map(([operation]) => operation)).toEqual(Object.keys(operations).sort());
});
