import type { HclFile, ObjectExpression } from '../syntax/ast.ts';
import { descendants } from '../syntax/walk.ts';

/** True for a non-empty object in which every key is quoted. */
export function hasQuotedKeys({ items }: ObjectExpression): boolean {
  return items.length > 0 && items.every((item) => item.key.kind === 'quoted');
}

/** Whether the file quotes all keys in the objects assigned to arguments of that name. */
export function quotesObjectKeys(file: HclFile, name: string): boolean {
  let quoted = false;
  for (const node of descendants(file.body)) {
    if (node.kind !== 'attribute' || node.name !== name || node.value.kind !== 'object') continue;
    if (node.value.items.length === 0) continue;
    if (!hasQuotedKeys(node.value)) return false;
    quoted = true;
  }
  return quoted;
}
