import { decisionsOf, outcomesOf } from '../../../adapters/notify/slack/blocks/facts.ts';
import type { SlackMessage } from '../../../adapters/notify/slack/blocks/kit.ts';
import { type StackStatus, statusMessage } from '../../../adapters/notify/slack/blocks/status.ts';
import { shownProposal } from '../../../app/notify/notification.ts';
import type { Outcome } from '../../../model/decision.ts';
import { openCountOf } from '../../../model/open-count.ts';
import type { Report } from '../../../model/report.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import type { SlackRoutesDeps } from './deps.ts';

type Deps = Pick<SlackRoutesDeps, 'store' | 'nextScan'>;

/** The open drift of these stacks, as a message. */
export async function statusOf(deps: Deps, keys: readonly StackKey[]): Promise<SlackMessage> {
  const statuses: StackStatus[] = [];
  // One stack after the other, since reports are large.
  for (const key of keys) statuses.push(await stackStatus(deps, key));
  return statusMessage(statuses);
}

async function stackStatus({ store, nextScan }: Deps, key: StackKey): Promise<StackStatus> {
  const run = await store.runs.latest(key);
  const proposals = await store.proposals.list(key, 'open');
  const next = await nextScan(key);
  return {
    stack: key.stack,
    ...(run === undefined
      ? {}
      : {
          run: {
            at: run.startedAt,
            drifts: run.report.drifts.length,
            intents: run.report.intents.length,
            ...(run.report.openDrifts === undefined ? {} : { open: openCountOf(run.report) }),
            outcomes: countOutcomes(run.report),
          },
        }),
    proposals: proposals.flatMap((each) => {
      const { proposal } = shownProposal(each);
      return proposal === undefined ? [] : [{ ...proposal, title: each.title }];
    }),
    ...(next === undefined ? {} : { next }),
  };
}

function countOutcomes(report: Report): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const intent of report.intents) {
    const [first] = outcomesOf(decisionsOf(report, intent));
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return counts;
}
