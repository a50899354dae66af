import { literalValue } from '../../../code/hcl/edit/literal.ts';
import type { Attribute, Block, Expression } from '../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../code/hcl/syntax/walk.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { type AttributePath, startsWith } from '../../../model/path.ts';

/** The first block of this type directly inside another. */
export function nestedBlock(block: Block, type: string): Block | undefined {
  return block.body.items.find(
    (item): item is Block => item.kind === 'block' && item.type === type,
  );
}

/** The `ignore_changes` argument of a resource block. */
export function ignoreList(block: Block): Attribute | undefined {
  const lifecycle = nestedBlock(block, 'lifecycle');
  return lifecycle && attributeIn(lifecycle, 'ignore_changes');
}

/** The paths that `ignore_changes` of an instance names; `all` covers everything. */
export function ignoredPaths(
  evaluation: Evaluation,
  address: string,
): readonly AttributePath[] | 'all' {
  const instance = evaluation.instance(address);
  if (instance === undefined) return [];
  const { file, block } = instance.declaration;
  const value = ignoreList(block)?.value;
  if (value === undefined) return [];
  if (file.text.slice(value.start, value.end) === 'all') return 'all';
  if (value.kind !== 'tuple') return [];
  return value.items.flatMap((item) => {
    const path = ignoredPath(item, file.text);
    return path === undefined ? [] : [path];
  });
}

/** Parses `tags["Owner"]` as a path. Old code has the names in quotes. */
export function ignoredPath(expr: Expression, text: string): AttributePath | undefined {
  switch (expr.kind) {
    case 'variable':
      return [expr.name];
    case 'get': {
      const of = ignoredPath(expr.of, text);
      return of && [...of, expr.name];
    }
    case 'legacy-index': {
      const of = ignoredPath(expr.of, text);
      return of && [...of, expr.index];
    }
    case 'index': {
      const of = ignoredPath(expr.of, text);
      const key = literalValue(expr.key, text);
      return of && (typeof key === 'string' || typeof key === 'number') ? [...of, key] : undefined;
    }
    case 'quoted': {
      const name = literalValue(expr, text);
      return typeof name === 'string' ? name.split('.') : undefined;
    }
    default:
      return undefined;
  }
}

/** True for a path that `ignore_changes` of an instance covers. */
export function isIgnoredPath(
  evaluation: Evaluation,
  address: string,
  path: AttributePath,
): boolean {
  if (path.length === 0) return false;
  const ignored = ignoredPaths(evaluation, address);
  return ignored === 'all' || ignored.some((each) => startsWith(path, each));
}

/** The part of a path that `ignore_changes` can name: members of a set cannot be addressed. */
export function ignorablePath(path: AttributePath): AttributePath {
  const end = path.findIndex((step) => typeof step === 'object');
  return end < 0 ? path : path.slice(0, end);
}

/** True when the list has the entry, written exactly like this except for blanks. */
export function isEntryIgnored(evaluation: Evaluation, address: string, entry: string): boolean {
  const declaration = evaluation.instance(address)?.declaration;
  const value = declaration && ignoreList(declaration.block)?.value;
  if (declaration === undefined || value?.kind !== 'tuple') return false;
  const { text } = declaration.file;
  const wanted = entry.replace(/\s+/g, '');
  return value.items.some(
    (item) => text.slice(item.start, item.end).replace(/\s+/g, '') === wanted,
  );
}
