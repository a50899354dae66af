import type { SourceFile } from '../../../../code/terraform/config/source.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { sourceLineAt } from '../../place.ts';
import { attributeUse } from '../trace/context.ts';
import type { Project } from '../types.ts';
import { referenceChain } from './reference-chain.ts';

/** Lines of a file, 1-based and inclusive. */
export interface Lines {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** The lines of a literal, and those of the block or argument around it. */
export interface WrittenLiteral {
  readonly value: Lines;
  readonly around: Lines;
}

/**
 * The lines of the literal from which a field has its value, at the end of all references.
 * Undefined if the code does not set it or something outside the code does.
 */
export function writtenAt(
  { evaluation, tree }: Project,
  address: string,
  path: AttributePath,
): WrittenLiteral | undefined {
  const location = path.length === 0 ? undefined : evaluation.locate(address, path);
  if (location?.kind === 'block') {
    const { file, content } = location.occurrence;
    return written(tree, file, content.start, content.end);
  }
  if (location?.kind !== 'attribute') return undefined;
  const use = attributeUse(evaluation, location, address);
  const end = referenceChain(use).at(-1) ?? use;
  // A reference that leads no further is an environment variable, a key, or unknown.
  if (evaluation.define(end.scope, end.expr) !== undefined) return undefined;
  return written(tree, end.scope.file, end.expr.start, end.expr.end);
}

function written(
  tree: Project['tree'],
  file: SourceFile,
  start: number,
  end: number,
): WrittenLiteral {
  const lines = (from: number, to: number): Lines => ({
    file: file.path,
    from: sourceLineAt(tree, file, from).line,
    to: Math.max(
      sourceLineAt(tree, file, from).line,
      sourceLineAt(tree, file, Math.max(from, to - 1)).line,
    ),
  });
  const value = lines(start, end);
  const item = file.hcl.body.items.find((each) => each.start <= start && each.end >= end);
  // Offsets in a translated file do not correspond to its original lines.
  const around = item === undefined || file.format === 'json' ? value : lines(item.start, item.end);
  return { value, around };
}
