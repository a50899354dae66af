import { z } from 'zod';
import { ok, type Result } from '../../../model/result.ts';
import { forgeMoment } from './moment.ts';
import type { Comment } from './types.ts';

/** The used members of a comment, as GitHub and Gitea return it. */
export const CommentResponse = z.object({
  id: z.int(),
  body: z.string().nullish(),
  /** Null when the account is gone. */
  user: z.object({ login: z.string() }).nullish(),
  created_at: z.string(),
});

/** Converts a comment of a forge. */
export function markedComment({
  id,
  body,
  user,
  created_at,
}: z.infer<typeof CommentResponse>): Comment {
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
