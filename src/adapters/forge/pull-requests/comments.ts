import { ok, type Result } from '../../../model/result.ts';
import type { PersonComment, StandingComment } from '../../../ports/forge/proposals.ts';
import { isSameText, keyedComment } from './marker.ts';
import type { PullRequestApi } from './types.ts';

/**
 * Adds a comment unless it is there. Only the whole text counts: a key that somebody else pasted
 * keeps nothing from being said.
 */
export async function postOnce(
  tracker: PullRequestApi,
  number: number,
  key: string,
  text: string,
): Promise<Result<'created' | 'unchanged'>> {
  const wanted = keyedComment(key, text);
  const comments = await tracker.commentsOf(number);
  if (!comments.ok) return comments;
  if (comments.value.some(({ text: posted }) => isSameText(posted, wanted))) return ok('unchanged');
  const added = await tracker.addComment(number, wanted);
  return added.ok ? ok('created') : added;
}

/**
 * Keeps one comment that says this now: edits the one that it remembers, and adds one where there is
 * none any more. Whose comment it is is remembered and never read from a comment: what somebody else
 * pasted is neither edited nor believed. Answers with the id to remember.
 */
export async function keepSaying(
  tracker: PullRequestApi,
  number: number,
  { key, text, id }: StandingComment,
): Promise<Result<string>> {
  const wanted = keyedComment(key, text);
  if (id !== undefined) {
    const edited = await tracker.editComment(number, id, wanted);
    if (!edited.ok) return edited;
    if (edited.value) return ok(id);
  }
  // It was added before, by somebody who was killed before it was put down.
  const comments = await tracker.commentsOf(number);
  if (!comments.ok) return comments;
  const same = comments.value.find(({ text: posted }) => isSameText(posted, wanted));
  return same === undefined ? tracker.addComment(number, wanted) : ok(same.id);
}

/** What people wrote, in order: what nobody signed says nothing. */
export async function commentsOfPeople(
  tracker: PullRequestApi,
  number: number,
): Promise<Result<readonly PersonComment[]>> {
  const comments = await tracker.commentsOf(number);
  if (!comments.ok) return comments;
  const posted = comments.value.flatMap(({ id, text, user, at }) =>
    user === undefined || at === undefined ? [] : [{ id: Number(id), user, text, at }],
  );
  return ok(posted.sort((a, b) => a.id - b.id));
}
