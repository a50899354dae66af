import { ok, type Result } from '../../model/result.ts';
import { isSameText, keyedComment } from './marker.ts';
import type { Tracker } from './types.ts';

/**
 * Adds a comment unless it is there. Only the whole text counts: a key that somebody else pasted
 * keeps nothing from being said.
 */
export async function sayOnce(
  tracker: Tracker,
  number: number,
  key: string,
  text: string,
): Promise<Result<'created' | 'unchanged'>> {
  const wanted = keyedComment(key, text);
  const comments = await tracker.commentsOf(number);
  if (!comments.ok) return comments;
  if (comments.value.some((comment) => isSameText(comment, wanted))) return ok('unchanged');
  const added = await tracker.addComment(number, wanted);
  return added.ok ? ok('created') : added;
}
