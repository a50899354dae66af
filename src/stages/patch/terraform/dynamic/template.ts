import type { Attribute, Block } from '../../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { SourceBlock, SourceFile } from '../../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { type TraceContext, traceStart } from '../trace/context.ts';

/** A dynamic block as a template, whether or not it currently generates any blocks. */
export interface BlockTemplate {
  readonly file: SourceFile;
  /** Type of the generated blocks. */
  readonly type: string;
  readonly iterator: string;
  readonly collection: Attribute;
  readonly content: Block;
}

/** Undefined for a dynamic block without `for_each` or `content`, which is invalid anyway. */
export function blockTemplate({ file, block }: SourceBlock): BlockTemplate | undefined {
  const content = block.body.items.find((item) => item.kind === 'block' && item.type === 'content');
  const collection = attributeIn(block, 'for_each');
  const type = block.labels[0]?.text ?? '';
  if (collection === undefined || content?.kind !== 'block') return undefined;
  const { value } = attributeIn(block, 'iterator') ?? {};
  const iterator = value?.kind === 'variable' ? value.name : type;
  return { file, type, iterator, collection, content };
}

/** The collection of a dynamic block, as a starting point for tracing. */
export function collectionContext(
  evaluation: Evaluation,
  template: BlockTemplate,
  scope: Scope,
  label: string,
): TraceContext {
  const name = `collection of ${template.type} of ${label}`;
  return traceStart(evaluation, template.collection.value, scope, name, 'collection entry');
}
