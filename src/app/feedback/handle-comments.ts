import { day, shiftTime } from '../../model/instant.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { PersonComment } from '../../ports/forge/proposals.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import { handleComment, isOwnComment, mayAsk } from './comment.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

type OfProposal = Omit<Concerned, 'at'>;

/**
 * Milliseconds after which a comment is no longer answered, since nobody waits for the answer any
 * more.
 */
const tooOld = 30 * day;

/** Milliseconds for which the last comment handled on a proposal is remembered. */
const memory = 400 * day;

/** True where all of the comments were handled before. */
export async function isHandled(
  deps: Pick<FeedbackDeps, 'store'>,
  of: OfProposal,
  comments: readonly PersonComment[],
): Promise<boolean> {
  const last = await lastHandled(deps, of);
  return comments.every(({ id }) => id <= last);
}

/**
 * Acts on the comments that are newer than the last one handled. A comment that fails does not hold
 * back the others, and is tried again in the next pass.
 */
export async function handleComments(
  deps: FeedbackDeps,
  of: OfProposal,
  comments: readonly PersonComment[],
): Promise<Result<void>> {
  const last = await lastHandled(deps, of);
  const fresh = comments.filter(({ id }) => id > last);
  await keepComments(deps, of, fresh);
  let problem: Problem | undefined;
  let onEvent = last;
  for (const comment of fresh) {
    const done = isAsked(deps, comment)
      ? await handleComment(deps, { ...of, at: comment.at }, comment)
      : ok(undefined);
    if (!done.ok) problem ??= done.error;
    if (problem === undefined) onEvent = comment.id;
  }
  if (onEvent > last) await keepHandled(deps, of, onEvent);
  return problem === undefined ? ok(undefined) : { ok: false, error: problem };
}

/** Keeps the conversation for the web pages, with the comments of people only. */
async function keepComments(
  { store, now }: FeedbackDeps,
  { key, forge: { name, kind, project }, known: { number } }: OfProposal,
  comments: readonly PersonComment[],
): Promise<void> {
  const read = now();
  // The clock of a forge may be ahead of ours.
  const ofPeople = comments
    .filter(({ text }) => !isOwnComment(text))
    .map((one) => ({ ...one, at: one.at < read ? one.at : read }));
  if (kind === 'local' || ofPeople.length === 0) return;
  await store.shown.keepComments(key, { forge: name, kind, repository: project, number }, ofPeople);
}

function isAsked({ now }: FeedbackDeps, comment: PersonComment): boolean {
  return mayAsk(comment) && Date.parse(now()) - Date.parse(comment.at) < tooOld;
}

async function lastHandled(
  { store }: Pick<FeedbackDeps, 'store'>,
  of: OfProposal,
): Promise<number> {
  return (await store.lastSeen.get(of.key.tenant, keyOf(of)))?.value.comment ?? 0;
}

async function keepHandled(
  { store, now }: FeedbackDeps,
  of: OfProposal,
  comment: number,
): Promise<void> {
  const until = shiftTime(now(), memory);
  await store.lastSeen.put(of.key.tenant, keyOf(of), { value: { comment }, until });
}

function keyOf({ key, forge, known }: OfProposal) {
  return lastSeenKeys.comment(key.stack, forge.name, known.number);
}
