import type { Handler } from '../../adapters/queue/types.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { PersonComment } from '../../ports/forge/proposals.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { KeptDelivery } from '../../ports/store/service-store.ts';
import { isPassing } from '../reconcile/failure.ts';
import { mayAsk } from './comment.ts';
import { proposalPlaces } from './concerned.ts';
import type { CommentEvent, FeedbackDeps, ProposalEvent, ProposalPlace } from './deps.ts';
import { handleProposal, type ProposalLook } from './handle-proposal.ts';
import { handlePull } from './pull.ts';

/**
 * Handles what people do with proposals. Merges and closings go into the log of reviews and the
 * life of the intent, and comments may contain commands. Webhooks arrive late, twice, in any order
 * or not at all: a webhook only says where to look, and the forge provides the state. On other pull
 * requests, Parley reports what they would undo.
 */
export function createFeedbackHandler(deps: FeedbackDeps): Handler<Jobs['feedback']> {
  return async ({ tenant, forge, delivery: id }, signal, job) => {
    const delivery = await deps.store.deliveries.get(tenant, forge, id);
    const event = delivery?.event;
    if (delivery === undefined || event === undefined || event.kind === 'other') {
      return ok(undefined);
    }
    if (event.kind === 'pull') return handlePull(deps, delivery, event, signal);
    if (event.kind === 'comment') await updatePages(deps, delivery, event);
    if (!isWorthALook(event)) return ok(undefined);
    let problem: Problem | undefined;
    for (const place of proposalPlaces(deps, delivery, event)) {
      const done = await lookAt(deps, place, { delivery, event, by: `feedback ${job}` });
      if (!done.ok) problem ??= done.error;
    }
    return problem === undefined ? ok(undefined) : { ok: false, error: problem };
  };
}

/**
 * Refreshes open pages, which show the conversation, even if a comment is not addressed to Parley.
 */
async function updatePages(
  deps: FeedbackDeps,
  delivery: KeptDelivery,
  event: CommentEvent,
): Promise<void> {
  const { proposals, shown } = deps.store;
  for (const { key, forge } of proposalPlaces(deps, delivery, event)) {
    if ((await proposals.byNumber(key, forge.name, event.number)) !== undefined) {
      await shown.noteChange(key);
    }
  }
}

const changes: ReadonlySet<ProposalEvent['change']> = new Set(['merged', 'declined', 'reopened']);

/** Pushes count only once they are merged; other changes are Parley's own, or wording. */
function isWorthALook(event: ProposalEvent | CommentEvent): boolean {
  return event.kind === 'comment' ? mayAsk(event) : changes.has(event.change);
}

interface ReceivedEvent {
  readonly delivery: KeptDelivery;
  readonly event: ProposalEvent | CommentEvent;
  readonly by: string;
}

async function lookAt(
  deps: FeedbackDeps,
  place: ProposalPlace,
  { delivery, event, by }: ReceivedEvent,
): Promise<Result<void>> {
  const { proposals } = place.forge;
  const found = await proposals.find({ kind: 'number', number: event.number });
  // A proposal that the forge does not have, or does not show, is not one of Parley's.
  if (!found.ok) return isPassing(found.error) ? found : ok(undefined);
  const [standing] = found.value;
  if (standing === undefined) return ok(undefined);
  if (event.kind === 'proposal')
    return handleProposal(deps, place, standing, { by, user: event.user });
  const comments = await proposals.comments(event.number);
  if (!comments.ok) return comments;
  const look: ProposalLook = { by, comments: withNotified(comments.value, event, delivery) };
  return handleProposal(deps, place, standing, look);
}

/** Adds the comment of the webhook, since a forge may report a comment before it lists it. */
function withNotified(
  comments: readonly PersonComment[],
  { id, user, text }: CommentEvent,
  { receivedAt }: KeptDelivery,
): readonly PersonComment[] {
  if (comments.some((one) => one.id >= id)) return comments;
  return [...comments, { id, user, text, at: receivedAt }];
}
