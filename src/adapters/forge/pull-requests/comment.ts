import { ok, type Result } from '../../../model/result.ts';
import { forgeMoment } from './moment.ts';
import type { Comment } from './types.ts';

/** Converts a comment as GitHub and Gitea return it. */
export function markedComment({
  id,
  body,
  user,
  created_at,
}: {
  readonly id: number;
  readonly body?: string | null | undefined;
  readonly user?: { readonly login: string } | null | undefined;
  readonly created_at: string;
}): Comment {
  return {
    id: String(id),
    text: body ?? '',
    at: forgeMoment(created_at),
    ...(user ? { user: user.login } : {}),
  };
}

/**
 * True if the comment was edited; false if it no longer exists, because somebody may have deleted
 * it.
 */
export async function unlessGone(edited: Promise<Result<void>>): Promise<Result<boolean>> {
  const done = await edited;
  if (done.ok) return ok(true);
  return done.error.code === 'forge-not-found' ? ok(false) : done;
}
