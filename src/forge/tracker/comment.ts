import { ok, type Result } from '../../model/result.ts';
import type { Comment } from './types.ts';

/** A comment as forges write it. */
export function commentOf({
  id,
  body,
}: {
  readonly id: number;
  readonly body?: string | null | undefined;
}): Comment {
  return { id: String(id), text: body ?? '' };
}

/** Whether it was there to be edited; somebody may have deleted it. */
export async function unlessGone(edited: Promise<Result<void>>): Promise<Result<boolean>> {
  const done = await edited;
  if (done.ok) return ok(true);
  return done.error.code === 'forge-not-found' ? ok(false) : done;
}
