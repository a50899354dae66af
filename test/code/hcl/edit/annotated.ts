import type { Span } from '../../../../src/code/hcl/syntax/ast.ts';
import { type HumanEdit, replay } from './human.ts';
import { commentsIn, commentsOf } from './meaning.ts';
import { commentStart, lineEnd } from './near.ts';

/**
 * True if the person also added or removed a comment that the operation does not mention, judging
 * by the texts before and after alone. Comments in what was written, and those in, after or above
 * what was removed or replaced, belong to the operation.
 */
export function isAnnotated(one: HumanEdit): boolean {
  const before = commentsOf(one.input);
  const after = commentsOf(one.expected);
  if (before.join('\n') === after.join('\n')) return false;
  const { text = '', value = '', values = [] } = one.op;
  const written = [text, ...[value, ...values].map((each) => `x = ${each}\n`)].flatMap(commentsOf);
  const replaced = replay(one).map(({ target }) => commentsAround(one.input, target));
  const isRemoved = replaced.every((own) => without(before, [...after, ...own]).length > 0);
  return without(after, [...before, ...written]).length > 0 || isRemoved;
}

function commentsAround(text: string, target: Span): readonly string[] {
  const start = commentStart(text, target.start);
  const end = lineEnd(text, target.end);
  const own = commentsIn(text).filter((comment) => comment.start >= start && comment.start < end);
  return own.map((comment) => comment.text);
}

/** The items of `all` that remain after each item of `others` has taken away one equal to it. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...all];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
