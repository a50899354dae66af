import type { SendFailure } from '../../../adapters/notify/retry.ts';
import type { ActionTarget } from '../../../adapters/notify/slack/action-value.ts';
import { actionsFor } from '../../../adapters/notify/slack/actions.ts';
import { type FormValues, outdated } from '../../../adapters/notify/slack/interaction.ts';
import { permit, type SlackUser } from '../../../adapters/notify/slack/permissions.ts';
import { notifySlack } from '../../../app/notify/notify-slack.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import { readSnapshot } from '../../../app/notify/stack-snapshot.ts';

import type { Actor } from '../../../model/actor.ts';
import { definedBounds } from '../../../model/bounds.ts';
import { hour, shiftTime } from '../../../model/instant.ts';
import type { Intent } from '../../../model/intent.ts';
import type { Report } from '../../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { ReviewAction } from '../../../model/review.ts';
import type { KnownProposal } from '../../../ports/store/service-store.ts';
import { driftDigest } from '../../../reconcile/report/digest.ts';
import type { SlackRoutesDeps } from './deps.ts';

/** An action that the person may currently take. */
export interface Admitted {
  readonly actor: Actor;
  readonly report: Report;
  readonly intent: Intent;
  /** The proposal for the intent that was written last. */
  readonly proposal?: KnownProposal;
}

const defaultHold = 24;

/** Checks whether this person may take this action now, and finds what the button refers to. */
export async function admitReview(
  { stacks, store, now, mayAnswer }: SlackRoutesDeps,
  app: SlackApp,
  who: SlackUser,
  target: ActionTarget,
): Promise<Result<Admitted, Problem>> {
  const { tenant, permissions } = app;
  const { stack, action } = target;
  const isKnown = stacks.some((each) => each.tenant === tenant && each.name === stack);
  const snapshot = isKnown ? await readSnapshot(store, { tenant, stack }, now()) : undefined;
  const intent = snapshot?.report.intents.find(({ id }) => id === target.intent);
  if (snapshot === undefined || intent === undefined) return fail(stale(gone));
  // Permission is checked first, so that others do not learn the state of the stack.
  const permitted = permit(permissions, who, action);
  if (!permitted.ok) return permitted;
  if (action !== 'why') {
    const by = permitted.value.principal;
    const may = await mayAnswer?.({ tenant, stack }, { intent: intent.id, action, by });
    if (may?.ok === false) return may;
  }
  const { report, answers, proposals } = snapshot;
  const why = outdated(target, report);
  if (why !== undefined) return fail(stale(why));
  const given = answers.get(intent.id);
  if (action !== 'why' && given !== undefined && given.action !== 'hold') {
    return fail(stale('Somebody has answered this already.'));
  }
  if (!actionsFor(report, intent).includes(action)) {
    return fail(stale(`There is nothing to ${action} here.`));
  }
  const proposal = proposals.get(intent.id);
  return ok({ actor: permitted.value, report, intent, ...(proposal && { proposal }) });
}

/** Records an answer and what follows from it, and returns the message for the person. */
export async function recordReview(
  deps: SlackRoutesDeps,
  app: SlackApp,
  { action, stack: name }: ActionTarget & { readonly action: Exclude<ReviewAction, 'why'> },
  { actor, intent, proposal }: Admitted,
  { min, max, hours = defaultHold, reason }: FormValues,
): Promise<Result<string>> {
  const { tenant } = app;
  const bounds = definedBounds({ min, max });
  const answered = await deps.answer(
    { tenant, stack: name },
    {
      intent: intent.id,
      action,
      by: actor.principal,
      digest: driftDigest(intent.drifts),
      ...(action === 'hold' ? { until: shiftTime(deps.now(), hours * hour) } : {}),
      ...(action === 'dismiss' && reason !== undefined ? { note: reason } : {}),
      ...(action === 'delegate' && Object.keys(bounds).length > 0 ? { bounds } : {}),
    },
  );
  if (!answered.ok) return answered;
  deps.later(deps.flushOutbox);
  const closed = action === 'hold' ? [] : closedNotes(proposal);
  return ok([answered.value.message, ...closed].join(' '));
}

/** Parley does not reopen a proposal that a person closed while its content would be the same. */
function closedNotes(proposal: KnownProposal | undefined): readonly string[] {
  if (proposal?.state !== 'declined') return [];
  return [
    `Somebody closed proposal #${proposal.number} about it: if the new one would be the same, it stays closed until a person reopens it on the forge.`,
  ];
}

/** Updates the messages about a stack immediately. If that fails, the jobs do the same later. */
export function refreshLater(deps: SlackRoutesDeps, app: SlackApp, name: string): void {
  const { tenant } = app;
  const stack = deps.stacks.find((each) => each.tenant === tenant && each.name === name);
  const places = deps.channels.flatMap((channel) =>
    channel.kind === 'slack' &&
    channel.tenant === tenant &&
    stack?.notify.includes(channel.name) === true
      ? [channel.channel]
      : [],
  );
  const log = deps.log.with({ tenant, stack: name });
  for (const channel of new Set(places)) {
    deps.later(async () => {
      const onEvent = (failure: SendFailure) =>
        deps.onEvent({ tenant, stack: name, channel, to: 'slack', failure });
      const place = { key: { tenant, stack: name }, channel, app };
      const sent = await notifySlack(deps, place, onEvent, new AbortController().signal);
      if (!sent.ok) log.info('message to slack is left to its job', { channel });
    });
  }
}

const gone = 'This intent is gone: its change was reverted or overwritten.';

function stale(message: string): Problem {
  return { code: 'slack-outdated', message };
}
