import { ok } from '../../model/result.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Handler } from '../../queue/types.ts';
import { heedComment } from './comment.ts';
import { concernedBy } from './concerned.ts';
import type { FeedbackDeps } from './deps.ts';
import { heedProposal } from './proposal.ts';
import { heedPull } from './pull.ts';

/**
 * What people do with proposals: merges and closings go into the log of reviews and the life of the
 * intent, and comments may be commands. Of other pull requests it is said what they would undo.
 * Every step may be repeated.
 */
export function createFeedbackHandler(deps: FeedbackDeps): Handler<Jobs['feedback']> {
  return async ({ tenant, forge, delivery: id }, signal) => {
    const delivery = await deps.store.deliveries.get(tenant, forge, id);
    const event = delivery?.event;
    if (delivery === undefined || event === undefined || event.kind === 'other') {
      return ok(undefined);
    }
    if (event.kind === 'pull') return heedPull(deps, delivery, event, signal);
    const concerned = await concernedBy(deps, delivery, event);
    if (!concerned.ok) return concerned;
    if (concerned.value === undefined) return ok(undefined);
    return event.kind === 'comment'
      ? heedComment(deps, concerned.value, event)
      : heedProposal(deps, concerned.value, event);
  };
}
