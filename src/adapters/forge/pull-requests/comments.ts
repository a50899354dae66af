import { ok, type Result } from '../../../model/result.ts';
import type { PersonComment, StandingComment } from '../../../ports/forge/proposals.ts';
import { isSameText, keyedComment } from './marker.ts';
import type { PullRequestApi } from './types.ts';

/**
 * Adds a comment unless it is already there. Only the entire text counts, so that a key that
 * somebody else pasted does not suppress the comment.
 */
export async function postOnce(
  api: PullRequestApi,
  number: number,
  key: string,
  text: string,
): Promise<Result<'created' | 'unchanged'>> {
  const wanted = keyedComment(key, text);
  const comments = await api.commentsOf(number);
  if (!comments.ok) return comments;
  if (comments.value.some(({ text: posted }) => isSameText(posted, wanted))) return ok('unchanged');
  const added = await api.addComment(number, wanted);
  return added.ok ? ok('created') : added;
}

/**
 * Keeps one comment with this text: edits the one with the remembered id, and adds one if that no
 * longer exists. Which comment is Parley's is remembered and never derived from its text: a copy
 * that somebody else pasted is neither edited nor trusted. Returns the id to remember.
 */
export async function keepStandingComment(
  api: PullRequestApi,
  number: number,
  { key, text, id }: StandingComment,
): Promise<Result<string>> {
  const wanted = keyedComment(key, text);
  if (id !== undefined) {
    const edited = await api.editComment(number, id, wanted);
    if (!edited.ok) return edited;
    if (edited.value) return ok(id);
  }
  // A process that was killed before it recorded the id may have added it.
  const comments = await api.commentsOf(number);
  if (!comments.ok) return comments;
  const same = comments.value.find(({ text: posted }) => isSameText(posted, wanted));
  return same === undefined ? api.addComment(number, wanted) : ok(same.id);
}

/** Comments of people, in order. Comments without an author are left out. */
export async function commentsOfPeople(
  api: PullRequestApi,
  number: number,
): Promise<Result<readonly PersonComment[]>> {
  const comments = await api.commentsOf(number);
  if (!comments.ok) return comments;
  const posted = comments.value.flatMap(({ id, text, user, at }) =>
    user === undefined || at === undefined ? [] : [{ id: Number(id), user, text, at }],
  );
  return ok(posted.sort((a, b) => a.id - b.id));
}
