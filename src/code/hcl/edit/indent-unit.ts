import { indentAt, startsLine } from '../../../text/lines.ts';
import type { Block, HclFile } from '../syntax/ast.ts';
import { descendants } from '../syntax/walk.ts';

const defaultUnit = '  ';

/** The indentation of one nesting level in this file. */
export function indentUnitOf(file: HclFile): string {
  for (const node of descendants(file.body)) {
    if (node.kind === 'block') {
      const unit = unitOfBlock(file.text, node);
      if (unit !== undefined) return unit;
    }
  }
  return defaultUnit;
}

function unitOfBlock(text: string, block: Block): string | undefined {
  const first = block.body.items[0];
  if (first === undefined || !startsLine(text, first.start)) return undefined;
  const outer = indentAt(text, block.start);
  const inner = indentAt(text, first.start);
  return inner.length > outer.length && inner.startsWith(outer)
    ? inner.slice(outer.length)
    : undefined;
}
