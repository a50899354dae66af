import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertAttribute, removeAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { blocksIn, findAttribute } from '../../../../src/code/hcl/edit/find.ts';
import { listInsert, listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { literalValue } from '../../../../src/code/hcl/edit/literal.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
import { renderHclValue } from '../../../../src/code/hcl/edit/render.ts';
import { type EditResult, jsonLiteral, raw } from '../../../../src/code/hcl/edit/types.ts';
import type { Attribute, Block, Expression, HclFile } from '../../../../src/code/hcl/syntax/ast.ts';
import { parseExpression, parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { descendants } from '../../../../src/code/hcl/syntax/walk.ts';
import type { Json } from '../../../../src/model/json.ts';
import { sameValue } from '../../../../src/model/json-compare.ts';
import type { TextEdit } from '../../../../src/model/patch.ts';
import { applyEdits, composeEdits } from '../../../../src/text/edits.ts';
import { cases } from '../../../cases.ts';
import { hclExpression, hclText } from '../generators.ts';

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '${a}',
    '%{if}',
    '$${',
    '"\\',
    '\n',
    'a\nb\n',
    '10.0.0.0/8',
    'é😀',
    '\u0007',
    'true',
    '80',
  ),
);

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => (number === 0 ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('a', 'b', 'for', 'null', 'x y', '__proto__'), text),
      tie('value'),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

const layout = fc.constantFrom('auto', 'inline', 'lines' as const);

function valueIn(file: HclFile): Expression {
  const [item] = file.body.items;
  if (item?.kind !== 'attribute') throw new Error('no argument');
  return item.value;
}

/** Applies a result that must not be a refusal, checks the edits, and returns the new text. */
function applied(file: HclFile, result: EditResult): string {
  if (!result.ok) throw new Error(result.refusal.message);
  const checked = checkEdit(file, result.edits);
  if (!checked.ok) throw new Error(checked.error.message);
  return checked.value.text;
}

/**
 * The text with single spaces before aligned columns. An edit may split lines that were not
 * aligned, which then get aligned when the next edit joins them again.
 */
function unaligned(source: string | undefined): string | undefined {
  return source?.replace(/[ \t]+(?==|#|\/\/)/g, ' ');
}

function packed(source: string): string | undefined {
  return unaligned(source)?.replace(/\n\s*\n/g, '\n');
}

describe('renderValue', () => {
  it('writes what is read back as the same value', () => {
    fc.assert(
      fc.property(value, layout, (one, style) => {
        const source = renderHclValue(one, { layout: style, indent: '  ' });
        const parsed = parseExpression(source);

        expect(parsed.ok && literalValue(parsed.value, source)).toEqual(one);
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe('reconcileValue', () => {
  it.each([
    ['an argument', (source: string) => `x = ${source} # note\n`],
    ['parentheses', (source: string) => `x = (${source})\r\n`],
    ['a commented list', (source: string) => `x = [\n  # first\n  ${source}, # one\n  2,\n]\n`],
  ])('gives %s the value, and has nothing left to do after that', (_what, wrap) => {
    fc.assert(
      fc.property(value, value, layout, (before, after, style) => {
        const file = parseHcl(wrap(renderHclValue(before, { layout: style, indent: '  ' })));
        const wanted = wrap('').includes('[') ? [after, 2] : after;
        const now = parseHcl(applied(file, reconcileValue(file, valueIn(file), wanted)));
        const got = literalValue(valueIn(now), now.text);

        expect(got !== undefined && sameValue(got, wanted, 'loose')).toBe(true);
        expect(reconcileValue(now, valueIn(now), wanted)).toEqual({ ok: true, edits: [] });
      }),
      { numRuns: cases(500) },
    );
  });

  it('gives documents exactly the wanted value', () => {
    const document = fc.oneof(
      fc.array(value, { maxLength: 4 }),
      fc.dictionary(text, value, { maxKeys: 4, noNullPrototype: true }),
    );
    fc.assert(
      fc.property(
        document,
        document,
        fc.constantFrom('call', 'heredoc'),
        layout,
        (before, after, form, style) => {
          const indent = style === 'inline' ? 0 : 2;
          const plain = JSON.stringify(before, null, indent).replace(/[$%](?=\{)/g, '$&$&');
          const text =
            form === 'call'
              ? `x = jsonencode(${renderHclValue(before, { layout: style })})\n`
              : `x = <<EOT\n${plain}\nEOT\n`;
          const file = parseHcl(text);
          const result = reconcileValue(file, valueIn(file), JSON.stringify(after));
          const target = valueIn(parseHcl(applied(file, result)));
          const now = applied(file, result);
          const inside = target.kind === 'call' ? target.args[0] : target;
          const got = inside === undefined ? undefined : literalValue(inside, now);

          expect(typeof got === 'string' ? JSON.parse(got) : got).toEqual(after);
        },
      ),
      { numRuns: cases(500) },
    );
  });
});

describe('edits', () => {
  it('change nothing if the value is already there', () => {
    fc.assert(
      fc.property(value, layout, (one, style) => {
        const file = parseHcl(`x = ${renderHclValue(one, { layout: style })}\n`);

        expect(setExpression(file, valueIn(file), jsonLiteral(one))).toEqual({
          ok: true,
          edits: [],
        });
        expect(reconcileValue(file, valueIn(file), one)).toEqual({ ok: true, edits: [] });
      }),
    );
  });

  const splices = fc
    .array(fc.tuple(fc.nat(20), fc.nat(3), fc.string({ maxLength: 3 })), { maxLength: 4 })
    .map((all) => {
      const edits: TextEdit[] = [];
      let at = 0;
      for (const [gap, length, text] of all) {
        edits.push({ offset: at + gap, length, text });
        at += gap + length + 1;
      }
      return edits;
    });

  it('can be composed into one set with the effect of both', () => {
    fc.assert(
      fc.property(splices, splices, (first, second) => {
        const base = 'x'.repeat(100);
        const middle = applyEdits(base, first);
        const both = middle.ok ? applyEdits(middle.value, second) : middle;
        fc.pre(both.ok);

        expect(applyEdits(base, composeEdits(base.length, first, second))).toEqual(both);
      }),
    );
  });

  it('are undone by their inverse', () => {
    fc.assert(
      fc.property(hclText, hclExpression, fc.nat(), (text, source, pick) => {
        const file = parseHcl(text);
        const attributes = [...descendants(file.body)].filter(
          (node): node is Attribute => node.kind === 'attribute',
        );
        fc.pre(attributes.length > 0);
        const target = attributes[pick % attributes.length]?.value ?? valueIn(file);
        const result = setExpression(file, target, raw(source));
        // Skips refusals: a heredoc cannot be set if more text follows on the line.
        fc.pre(result.ok);
        const changed = parseHcl(applied(file, result));
        const again = [...descendants(changed.body)].filter(
          (node): node is Attribute => node.kind === 'attribute',
        )[pick % attributes.length]?.value;
        const back =
          again && setExpression(changed, again, raw(text.slice(target.start, target.end)));

        expect(back && unaligned(applied(changed, back))).toBe(unaligned(text));
      }),
    );
  });
});

/** All nodes of a kind in a file. */
function nodesOf<Kind extends string>(file: HclFile, kind: Kind) {
  return [...descendants(file.body)].filter(
    (node): node is Extract<typeof node, { kind: Kind }> => node.kind === kind,
  );
}

describe('adding and removing again', () => {
  const anyText = hclText.map((text) => parseHcl(text));

  it('restores the bytes around an argument', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (file, pick) => {
        const bodies = nodesOf(file, 'body').filter((body) => body.items.length > 0);
        fc.pre(bodies.length > 0);
        const index = pick % bodies.length;
        const body = bodies[index] ?? file.body;
        const longer = parseHcl(
          applied(file, insertAttribute(file, body, 'zz_new', jsonLiteral('v'))),
        );
        const again =
          nodesOf(longer, 'body').filter((one) => one.items.length > 0)[index] ?? file.body;

        const added = findAttribute(longer, again, 'zz_new');
        const shorter = applied(longer, added.ok ? removeAttribute(longer, added.value) : added);

        // The empty line that set off the argument may be left.
        expect(packed(shorter)).toBe(packed(file.text));
      }),
      { numRuns: 300 },
    );
  });

  it('restores the bytes around a block', () => {
    const input = { type: 'zz', labels: ['l'], attributes: [], blocks: [] };
    fc.assert(
      fc.property(anyText, fc.nat(), fc.boolean(), (file, pick, nested) => {
        const hosts = nodesOf(file, 'block').filter((block) => block.body.items.length > 0);
        fc.pre(nested ? hosts.length > 0 : file.text.trim() !== '');
        const index = pick % Math.max(hosts.length, 1);
        const bodyOf = (all: readonly Block[]) => all[index]?.body;
        const longer = nested
          ? applied(file, insertBlock(file, bodyOf(hosts) ?? file.body, input))
          : applied(file, appendTopLevel(file, input));
        const now = parseHcl(longer);
        const added = nodesOf(now, 'block').find((block) => block.type === 'zz');

        expect(added && applied(now, removeBlock(now, added)).trimEnd()).toBe(file.text.trimEnd());
        expect(added && blocksIn(now.body, 'zz').length).toBe(nested ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  });

  it('restores the bytes around a list element', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (file, pick, place) => {
        const lists = nodesOf(file, 'tuple').filter((tuple) => tuple.items.length > 0);
        fc.pre(lists.length > 0);
        const index = pick % lists.length;
        const list = lists[index];
        if (list === undefined) return;
        const at = place % (list.items.length + 1);
        const longer = parseHcl(applied(file, listInsert(file, list, jsonLiteral('new'), at)));
        const again = nodesOf(longer, 'tuple').filter((tuple) => tuple.items.length > 0)[index];

        const shorter = again && applied(longer, listRemove(longer, again, at));

        expect(unaligned(shorter)).toBe(unaligned(file.text));
      }),
      { numRuns: cases(500) },
    );
  });

  it('restores the bytes around a map entry', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (file, pick) => {
        const maps = nodesOf(file, 'object').filter((object) => object.items.length > 0);
        fc.pre(maps.length > 0);
        const index = pick % maps.length;
        const map = maps[index];
        if (map === undefined) return;
        const longer = parseHcl(applied(file, mapSet(file, map, 'zz new', jsonLiteral(1))));
        const again = nodesOf(longer, 'object').filter((object) => object.items.length > 0)[index];

        const shorter = again && applied(longer, mapRemove(longer, again, 'zz new'));

        expect(unaligned(shorter)).toBe(unaligned(file.text));
      }),
      { numRuns: cases(500) },
    );
  });
});
