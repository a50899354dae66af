import { intentDecisions, intentOutcomes } from '../../../adapters/notify/slack/blocks/facts.ts';
import type { SlackMessage } from '../../../adapters/notify/slack/blocks/kit.ts';
import { type StackStatus, statusMessage } from '../../../adapters/notify/slack/blocks/status.ts';
import { whyReply, whyStackReply } from '../../../adapters/notify/slack/blocks/thread.ts';
import { usageMessage } from '../../../adapters/notify/slack/blocks/usage.ts';
import {
  type Ask,
  readCommand,
  type SlackCommand,
} from '../../../adapters/notify/slack/command.ts';
import { permit } from '../../../adapters/notify/slack/permissions.ts';
import { shownProposal } from '../../../app/notify/notification.ts';
import { awaitScan } from '../../../app/notify/reply.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import { askProposals } from '../../../app/propose/ask.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { Outcome } from '../../../model/decision.ts';
import { countOpen } from '../../../model/open-count.ts';
import type { Report } from '../../../model/report.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { problemResponse } from '../http/problem.ts';
import { refuseFor } from '../http/reply.ts';
import { acknowledge, answerWith, notice, respondLater } from './answer.ts';
import type { SlackRoutesDeps } from './deps.ts';
import type { SlackCall } from './request.ts';

/** Handles `/parley ...`. Changes are recorded before the answer. */
export async function onCommand(deps: SlackRoutesDeps, call: SlackCall): Promise<Response> {
  const team = new URLSearchParams(call.body).get('team_id') ?? '';
  const app = call.apps.find(({ permissions }) => permissions.teams.includes(team)) ?? call.apps[0];
  const stacks = deps.stacks.filter(({ tenant }) => tenant === app.tenant);
  const read = readCommand(
    call.body,
    stacks.map(({ name }) => name),
  );
  if (!read.ok) return problemResponse(refuseFor(400, read.error), call.id);
  const command = read.value;
  const right = command.ask.kind === 'usage' ? 'status' : command.ask.kind;
  const permitted = permit(app.permissions, command, right);
  if (!permitted.ok && (right === command.ask.kind || isUnknown(permitted.error))) {
    return answerWith(notice(permitted.error.message, permitted.error.hint));
  }
  return answer({ deps, call, app, stacks, command }, command.ask);
}

/** True for people who are not listed. They must not learn the names of stacks. */
function isUnknown({ code }: { readonly code: string }): boolean {
  return code === 'slack-unknown-user';
}

interface Context {
  readonly deps: SlackRoutesDeps;
  readonly call: SlackCall;
  readonly app: SlackApp;
  readonly stacks: readonly Stack[];
  readonly command: SlackCommand;
}

async function answer(context: Context, ask: Ask): Promise<Response> {
  const { deps, app, stacks, command } = context;
  const keyOf = (stack: string): StackKey => ({ tenant: app.tenant, stack });
  switch (ask.kind) {
    case 'usage': {
      const names = stacks.map(({ name }) => name);
      return answerWith(usageMessage(command.command, ask.why, names));
    }
    case 'scan':
      return answerWith(await scan(context, ask));
    case 'reconcile':
      return answerWith(await reconcile(context, ask));
    case 'status': {
      const names = ask.stack === undefined ? stacks.map(({ name }) => name) : [ask.stack];
      respondLater(deps, app, command.responseUrl, () => statusOf(deps, names.map(keyOf)));
      return acknowledge();
    }
    case 'explain':
      respondLater(deps, app, command.responseUrl, () =>
        explain(deps, keyOf(ask.stack), ask, command.command),
      );
      return acknowledge();
  }
}

async function scan(
  { deps, call, app, command }: Context,
  { stack, since }: Extract<Ask, { kind: 'scan' }>,
): Promise<SlackMessage> {
  const key = { tenant: app.tenant, stack };
  const waiting = await awaitScan(deps, key, { id: call.id, url: command.responseUrl });
  const job = { ...key, cause: 'person', until: deps.now() } as const;
  await deps.store.outbox.put([{ queue: 'reconcile', job }, waiting]);
  deps.later(deps.flushOutbox);
  return notice(
    `Looking for drift in ${stack}.`,
    'The result will be posted here.',
    // A scan that reads less far back would take older drifts for gone, so `since` is not passed
    // on.
    since === undefined ? undefined : `The settings of ${stack} say how far back it reads.`,
  );
}

async function reconcile(
  { deps, app, stacks, command: { team, user } }: Context,
  { stack, intent }: Extract<Ask, { kind: 'reconcile' }>,
): Promise<SlackMessage> {
  const forge = stacks.find(({ name }) => name === stack)?.forge;
  const by = `slack:${team}/${user}`;
  const asked = await askProposals(
    deps.store,
    { tenant: app.tenant, stack },
    { forge, intent, by },
  );
  if (!asked.ok) return notice(asked.error.message, asked.error.hint);
  deps.later(deps.flushOutbox);
  return notice(reconciled(asked.value, stack, intent));
}

function reconciled(planned: number, stack: string, intent: string | undefined): string {
  if (intent !== undefined) return `The proposal for ${intent} is being opened or updated.`;
  return planned === 1
    ? `The proposal of ${stack} is being opened or updated.`
    : `The ${planned} proposals of ${stack} are being opened or updated.`;
}

async function explain(
  { store }: SlackRoutesDeps,
  key: StackKey,
  { intent: id }: { readonly intent?: string },
  command: string,
): Promise<SlackMessage> {
  const report = (await store.runs.latest(key))?.report;
  if (report === undefined) return notice(`${key.stack} has not been scanned yet.`);
  if (id === undefined) return whyStackReply(report, key.stack, command);
  const intent = report.intents.find((each) => each.id === id);
  return intent === undefined
    ? notice(`The latest scan of ${key.stack} has no intent ${id}.`)
    : whyReply(report, intent);
}

type Deps = Pick<SlackRoutesDeps, 'store' | 'nextScan'>;

/** The open drift of these stacks, as a message. */
async function statusOf(deps: Deps, keys: readonly StackKey[]): Promise<SlackMessage> {
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
            ...(run.report.openDrifts === undefined ? {} : { open: countOpen(run.report) }),
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
    const [first] = intentOutcomes(intentDecisions(report, intent));
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return counts;
}
