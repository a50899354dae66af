import { groupBy } from '../../../model/group.ts';
import type { Attribute, Block, Body, Expression } from '../../hcl/syntax/ast.ts';
import { decodeQuoted } from '../../hcl/syntax/strings.ts';
import type { SourceBlock, SourceExpression, SourceFile } from './source.ts';

/** A block and the blocks that override it, in the order in which they apply. */
export type Layers = readonly SourceBlock[];

export interface LayerAttribute extends SourceExpression {
  readonly attribute: Attribute;
  readonly body: Body;
}

export function sourceLayers(item: SourceBlock & { readonly overrides?: Layers }): Layers {
  return [{ file: item.file, block: item.block }, ...(item.overrides ?? [])];
}

/** Attributes by name; later layers take precedence. */
export function mergedAttributes(layers: Layers): ReadonlyMap<string, LayerAttribute> {
  const attributes = new Map<string, LayerAttribute>();
  for (const { file, block } of layers) {
    for (const item of block.body.items) {
      if (item.kind !== 'attribute') continue;
      const entry = { file, attribute: item, expr: item.value, body: block.body };
      attributes.set(item.name, entry);
    }
  }
  return attributes;
}

export function lastAttribute(layers: Layers, name: string): LayerAttribute | undefined {
  for (const { file, block } of layers.toReversed()) {
    const { body } = block;
    const item = body.items.findLast((each) => each.kind === 'attribute' && each.name === name);
    if (item?.kind === 'attribute') return { file, attribute: item, expr: item.value, body };
  }
  return undefined;
}

/** The type of a nested block: its own, or the one that a dynamic block generates. */
export function nestedType(block: Block): string {
  return block.type === 'dynamic' ? (block.labels[0]?.text ?? '') : block.type;
}

/**
 * Nested blocks by type, in order. A layer that has blocks of a type replaces those of earlier
 * layers.
 */
export function mergedBlocks(layers: Layers): ReadonlyMap<string, readonly SourceBlock[]> {
  const blocks = new Map<string, readonly SourceBlock[]>();
  for (const { file, block } of layers) {
    const nested = block.body.items.flatMap((item) =>
      item.kind === 'block' ? [{ file, block: item }] : [],
    );
    for (const [type, list] of groupBy(nested, (one) => nestedType(one.block))) {
      blocks.set(type, list);
    }
  }
  return blocks;
}

/** The top-level blocks of a file. */
export function topBlocks(file: SourceFile): readonly Block[] {
  return file.hcl.body.items.filter((item) => item.kind === 'block');
}

/** The text of a quoted string without interpolation. */
export function plainString(expr: Expression, text: string): string | undefined {
  if (expr.kind !== 'quoted') return undefined;
  const [part, ...more] = expr.parts;
  if (part === undefined) return '';
  if (more.length > 0 || part.kind !== 'text') return undefined;
  return decodeQuoted(text.slice(part.start, part.end));
}

/** The value of a literal `true` or `false`; undefined for anything else. */
export function plainBool(expr: Expression | undefined): boolean | undefined {
  return expr?.kind === 'keyword' && expr.value !== null ? expr.value : undefined;
}

/**
 * The provider name `aws` or `aws.west` from a reference, which may include an instance key, or
 * from a string, as in old code.
 */
export function providerName(expr: Expression, text: string): string | undefined {
  if (expr.kind === 'index') return providerName(expr.of, text);
  if (expr.kind === 'variable') return expr.name;
  if (expr.kind === 'get' && expr.of.kind === 'variable') return `${expr.of.name}.${expr.name}`;
  return plainString(expr, text);
}

/** The key in `aws.by_region[each.key]`, here `each.key`. */
export function providerKey({ file, expr }: SourceExpression): SourceExpression | undefined {
  return expr.kind === 'index' ? { file, expr: expr.key } : undefined;
}

/**
 * What identifies a block among those of its type and module: its labels, and a provider's alias.
 */
export function bodyIdentity(file: SourceFile, block: Block): string {
  const labels = block.labels.map((label) => label.text);
  if (block.type !== 'provider') return JSON.stringify(labels);
  const alias = lastAttribute([{ file, block }], 'alias');
  const name = alias && plainString(alias.expr, file.text);
  return JSON.stringify([...labels, name ?? '']);
}
