import { insertAttribute, removeAttribute } from '../../../../src/code/hcl/edit/attribute.ts';
import { appendTopLevel, insertBlock, removeBlock } from '../../../../src/code/hcl/edit/block.ts';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { attributesInBody } from '../../../../src/code/hcl/edit/find.ts';
import { itemKey } from '../../../../src/code/hcl/edit/literal.ts';
import { mapRemove, mapSet } from '../../../../src/code/hcl/edit/map.ts';
import { type BlockInput, type EditResult, raw } from '../../../../src/code/hcl/edit/types.ts';
import type { HclFile, ObjectExpression } from '../../../../src/code/hcl/syntax/ast.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import type { QuotedTemplate } from '../../../../src/code/hcl/syntax/template-ast.ts';
import { descendants } from '../../../../src/code/hcl/syntax/walk.ts';
import { attributesAt, blocksAt, bodiesAt, segmentsOf } from './addresses.ts';

/** The result of a tool's operation with Parley's edits: a text, no target, or a refusal. */
export type Replayed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused' };

type Find = (file: HclFile) => readonly ((file: HclFile) => EditResult)[];

/** Makes the edits that `find` finds one by one, checking each and parsing the text anew. */
export function apply(input: string, find: Find): Replayed {
  let file = parseHcl(input);
  const count = find(file).length;
  if (count === 0) return { kind: 'missing' };
  for (let at = 0; at < count; at++) {
    const all = find(file);
    // An edit that removes its target leaves fewer targets for the next.
    const edit = all[all.length - (count - at)];
    const result = edit?.(file);
    if (result === undefined || !result.ok) return { kind: 'refused' };
    const checked = checkEdit(file, result.edits);
    if (!checked.ok) throw new Error(checked.error.message);
    file = checked.value;
  }
  return { kind: 'text', text: file.text };
}

export function setAttribute(address: string, value: string): Find {
  const segments = segmentsOf(address);
  return (file) =>
    attributesAt(file.body, segments).map(
      (attribute) => (now) => setExpression(now, attribute.value, raw(value)),
    );
}

export function appendAttribute(address: string, value: string): Find {
  const segments = segmentsOf(address);
  return (file) =>
    bodiesAt(file.body, segments.slice(0, -1)).map((body) => (now) => {
      const after = body.items.at(-1) ?? 'start';
      return insertAttribute(now, body, segments.at(-1) ?? '', raw(value), { after });
    });
}

/** Sets an attribute of a body or appends it, which is what hclwrite calls setting. */
export function putAttribute(address: string, value: string): Find {
  const segments = segmentsOf(address);
  return (file) => {
    const known = setAttribute(address, value)(file);
    if (known.length > 0) return known;
    return bodiesAt(file.body, segments.slice(0, -1)).flatMap(() =>
      appendAttribute(address, value)(file),
    );
  };
}

export function dropAttribute(address: string): Find {
  return (file) =>
    attributesAt(file.body, segmentsOf(address)).map(
      (attribute) => (now) => removeAttribute(now, attribute),
    );
}

export function dropBlock(address: string): Find {
  const segments = segmentsOf(address);
  return (file) => blocksAt(file.body, segments).map((block) => (now) => removeBlock(now, block));
}

/** An empty block; the tools put its braces on two lines. */
export function emptyBlock(address: string): BlockInput {
  const [type = '', ...labels] = segmentsOf(address);
  return { type, labels, attributes: [], blocks: [] };
}

export function appendNested(parent: string, child: string): Find {
  return (file) =>
    blocksAt(file.body, segmentsOf(parent)).map((block) => (now) => {
      const after = block.body.items.at(-1) ?? 'start';
      return insertBlock(now, block.body, emptyBlock(child), { after });
    });
}

export function appendBlock(address: string): Find {
  return () => [(now) => appendTopLevel(now, emptyBlock(address))];
}

/** Objects that the second-to-last segment of a query names, below attributes or keys. */
function objectsAt(file: HclFile, segments: readonly string[]): readonly ObjectExpression[] {
  if (segments.length === 0) return [];
  const values = [
    ...attributesAt(file.body, segments).map((attribute) => attribute.value),
    ...objectsAt(file, segments.slice(0, -1)).flatMap((object) =>
      object.items
        .filter((item) => itemKey(item, file.text) === segments.at(-1))
        .map((item) => item.value),
    ),
  ];
  return values.filter((value) => value.kind === 'object');
}

/** Adds an argument to a body or a key to an object, at the end or after `after`. */
export function createAt(query: string, value: string, after?: string): Find {
  const segments = segmentsOf(query);
  const name = segments.at(-1) ?? '';
  return (file) => {
    const objects = objectsAt(file, segments.slice(0, -1));
    if (objects.length > 0) {
      return objects.map((object) => (now) => {
        const previous = object.items.find((item) => itemKey(item, now.text) === after);
        return mapSet(
          now,
          object,
          name,
          raw(value),
          previous === undefined ? {} : { after: previous },
        );
      });
    }
    return bodiesAt(file.body, segments.slice(0, -1)).map((body) => (now) => {
      const previous = attributesInBody(body).find((attribute) => attribute.name === after);
      return insertAttribute(now, body, name, raw(value), {
        after: previous ?? body.items.at(-1) ?? 'start',
      });
    });
  };
}

export function setAttributeOrKey(query: string, value: string): Find {
  const segments = segmentsOf(query);
  return (file) => {
    const known = setAttribute(query, value)(file);
    if (known.length > 0) return known;
    return objectsAt(file, segments.slice(0, -1)).map(
      (object) => (now) => mapSet(now, object, segments.at(-1) ?? '', raw(value)),
    );
  };
}

export function dropAttributeOrKey(query: string): Find {
  const segments = segmentsOf(query);
  return (file) => {
    const known = dropAttribute(query)(file);
    if (known.length > 0) return known;
    return objectsAt(file, segments.slice(0, -1)).map(
      (object) => (now) => mapRemove(now, object, segments.at(-1) ?? ''),
    );
  };
}

/** The strings of a text that differ from those of another, by their index. */
export function changedStrings(before: string, after: string): ReadonlyMap<number, string> {
  const old = stringsIn(parseHcl(before));
  const now = parseHcl(after);
  const changed = new Map<number, string>();
  for (const [index, string] of stringsIn(now).entries()) {
    const source = after.slice(string.start, string.end);
    const former = old[index];
    if (former !== undefined && before.slice(former.start, former.end) !== source)
      changed.set(index, source);
  }
  return changed;
}

function stringsIn(file: HclFile): readonly QuotedTemplate[] {
  return [...descendants(file.body)].filter(
    (node): node is QuotedTemplate => node.kind === 'quoted',
  );
}

export function setStrings(sources: ReadonlyMap<number, string>): Find {
  return () =>
    [...sources].map(([index, source]) => (now) => {
      const target = stringsIn(now)[index];
      if (target === undefined) throw new Error(`no string ${index}`);
      return setExpression(now, target, raw(source));
    });
}

/** The value if it is a string, otherwise the empty string. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
