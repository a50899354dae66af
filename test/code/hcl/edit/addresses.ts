import { attributesInBody } from '../../../../src/code/hcl/edit/find.ts';
import type { Attribute, Block, Body } from '../../../../src/code/hcl/syntax/ast.ts';

/** Splits `block.label.attribute` at the dots; a backslash escapes a dot. */
export function segmentsOf(address: string): readonly string[] {
  return address.split(/(?<!\\)\./).map((segment) => segment.replaceAll('\\.', '.'));
}

/** The blocks, at any depth, that an address of types and labels refers to; `*` is any label. */
export function blocksAt(body: Body, segments: readonly string[]): readonly Block[] {
  return body.items.flatMap((item) => {
    if (item.kind !== 'block' || item.type !== segments[0]) return [];
    const labels = segments.slice(1, 1 + item.labels.length);
    const fits = item.labels.every((label, at) => labels[at] === label.text || labels[at] === '*');
    if (!fits) return [];
    const rest = segments.slice(1 + item.labels.length);
    return rest.length === 0 ? [item] : blocksAt(item.body, rest);
  });
}

/** The bodies that contain what the last segment names. */
export function bodiesAt(body: Body, segments: readonly string[]): readonly Body[] {
  return segments.length === 0 ? [body] : blocksAt(body, segments).map((block) => block.body);
}

export function attributesAt(body: Body, segments: readonly string[]): readonly Attribute[] {
  return bodiesAt(body, segments.slice(0, -1)).flatMap((one) =>
    attributesInBody(one).filter((attribute) => attribute.name === segments.at(-1)),
  );
}
