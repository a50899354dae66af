import type { Block } from '../hcl/syntax/ast.ts';
import type { Evaluation } from '../terraform/config/types.ts';

/** The first block of this type directly inside another. */
export function nestedBlock(block: Block, type: string): Block | undefined {
  return block.body.items.find(
    (item): item is Block => item.kind === 'block' && item.type === type,
  );
}

/** Attributes that `ignore_changes` of an instance names; `all` covers every one. */
export function ignoredAttributes(
  evaluation: Evaluation,
  address: string,
): ReadonlySet<string> | 'all' {
  const instance = evaluation.instance(address);
  if (instance === undefined) return new Set();
  const { file, block } = instance.declaration;
  const lifecycle = nestedBlock(block, 'lifecycle');
  const attribute = lifecycle?.body.items.find(
    (item) => item.kind === 'attribute' && item.name === 'ignore_changes',
  );
  if (attribute?.kind !== 'attribute') return new Set();
  const text = file.text.slice(attribute.value.start, attribute.value.end);
  if (text === 'all') return 'all';
  if (attribute.value.kind !== 'tuple') return new Set();
  return new Set(
    attribute.value.items.map((item) => file.text.slice(item.start, item.end).replaceAll('"', '')),
  );
}
