import { createHash, randomUUID } from 'node:crypto';
import type { SendFailure } from '../../../src/adapters/notify/retry.ts';
import type { WebhookPayload } from '../../../src/adapters/notify/webhook/schema.ts';
import { createNotifyHandler, type NotifyFailure } from '../../../src/app/notify/handler.ts';
import { createSlackApps, type SlackApp } from '../../../src/app/notify/slack-apps.ts';
import type { ChannelSettings, SlackSettings } from '../../../src/config/service/channels.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Result } from '../../../src/model/result.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type { KnownProposal, ServiceStore } from '../../../src/ports/store/service-store.ts';
import type { StackKey } from '../../../src/ports/store/stack-key.ts';
import { at } from '../../adapters/notify/sample.ts';
import { startWorkspace, type Workspace } from '../../adapters/notify/slack/workspace.ts';

export const channel = 'C0123ABCD';
export const token = 'xoxb-1234567890-the-token';
export const signingSecret = 'a-signing-secret-of-slack';
export const actionKey = 'an-action-key-of-32-random-bytes';

export const slackChannel = { name: 'drift', kind: 'slack', channel } as const;

export const webhookChannel = {
  name: 'hook',
  kind: 'webhook',
  url: 'https://receiver.example/hook',
  secret: 'a-secret-of-the-webhook',
  private: false,
  loopback: false,
} as const;

export const people: SlackSettings['permissions'] = {
  teams: ['T0123'],
  people: {
    U0ALICE: {
      name: 'alice@example.com',
      principals: ['arn:aws:iam::111122223333:role/on-call'],
      groups: ['platform'],
    },
    U0BOB: { name: 'bob@example.com', principals: [], groups: ['platform'] },
    U0CAROL: { name: 'carol@example.com', principals: [], groups: ['on-call'] },
  },
  grants: {
    scan: ['on-call', 'platform'],
    status: ['on-call', 'platform'],
    explain: ['on-call', 'platform'],
    why: ['on-call', 'platform'],
    hold: ['on-call', 'platform'],
    accept: ['platform'],
    revert: ['platform'],
    delegate: ['platform'],
    dismiss: ['platform'],
    reconcile: ['platform'],
  },
  ownChanges: 'refuse',
};

export interface World {
  readonly store: ServiceStore;
  /** A stack of a tenant that no other world uses. */
  readonly key: StackKey;
  readonly stack: Stack;
  readonly channels: readonly ChannelSettings[];
  readonly workspace: Workspace;
  readonly troubles: readonly NotifyFailure[];
  /** Payloads that the webhook received. */
  readonly payloads: readonly WebhookPayload[];
  /** Answers of the webhook, in turn; it succeeds afterwards. */
  readonly answers: Result<undefined, SendFailure>[];
  /** Pauses that were made, in milliseconds. */
  readonly pauses: readonly number[];
  readonly now: () => string;
  readonly wait: (milliseconds: number) => void;
  /** The Slack app as another process opens it. */
  readonly app: () => SlackApp;
  /** Runs a notify job in a process of its own: a new job, or the one given. */
  readonly notify: (name?: string, store?: ServiceStore, job?: string) => Promise<Result<void>>;
  readonly stop: () => Promise<void>;
}

/** A store, a Slack workspace, and the handler between them. */
export async function openWorld(store: ServiceStore): Promise<World> {
  const key: StackKey = { tenant: `acme-${randomUUID()}`, stack: 'prod' };
  const { tenant } = key;
  const channels = [
    { ...slackChannel, tenant },
    { ...webhookChannel, tenant },
  ];
  const workspace = await startWorkspace(token);
  const troubles: NotifyFailure[] = [];
  const payloads: WebhookPayload[] = [];
  const answers: Result<undefined, SendFailure>[] = [];
  const pauses: number[] = [];
  let jobs = 0;
  let clock = Date.parse('2026-03-14T04:00:00.000Z');
  const now = () => new Date(clock).toISOString();
  const appOn = (of: ServiceStore) => {
    const timer = {
      sleep: async (milliseconds: number) => {
        pauses.push(milliseconds);
      },
      random: () => 1,
    };
    const settings: SlackSettings = {
      tenant,
      token,
      signing_secrets: ['a-newer-signing-secret', signingSecret],
      action_keys: [actionKey, 'an-older-key'],
      api: `${workspace.url}/api`,
      permissions: people,
    };
    const [app] = createSlackApps([settings], { store: of, timer, now, timeout: 20_000 });
    if (app === undefined) throw new Error('There is one app.');
    return app;
  };
  return {
    store,
    key,
    stack: Stack.parse({
      name: key.stack,
      tenant,
      repository: 'https://forge.example/acme/infra.git',
      forge: 'github',
      notify: ['drift'],
    }),
    channels,
    workspace,
    troubles,
    payloads,
    answers,
    pauses,
    now,
    wait: (milliseconds) => {
      clock += milliseconds;
    },
    app: () => appOn(store),
    notify: (name = 'drift', on = store, job = `j${++jobs}`) =>
      createNotifyHandler({
        store: on,
        now,
        channels,
        apps: [appOn(on)],
        send: async (payload) => {
          payloads.push(payload);
          return answers.shift() ?? { ok: true, value: undefined };
        },
        onEvent: (failure) => troubles.push(failure),
      })(
        { ...key, channel: name, subject: { kind: 'run', id: 'r-0' } },
        new AbortController().signal,
        job,
      ),
    stop: () => workspace.close(),
  };
}

/** Records a run of the stack. */
export function keepRun(
  { store, key }: Pick<World, 'store' | 'key'>,
  report: Report,
  planned: readonly PlannedProposal[] = [],
) {
  const found = JSON.stringify(report.decisions);
  return store.runs.keep(
    key,
    {
      record: {
        command: 'reconcile',
        report,
        steps: new Map(
          report.intents.map(({ id }) => [id, [{ event: 'understood', because: 'known' }]]),
        ),
        ledger: { entries: [], declarations: [] },
        assess: () => undefined,
      },
      revision: 'c'.repeat(40),
      findings: createHash('sha256').update(found).digest('hex'),
      planned,
    },
    () => [],
  );
}

export function proposalOf(
  { key }: Pick<World, 'key'>,
  proposal: Partial<KnownProposal> = {},
): KnownProposal {
  return {
    ...key,
    forge: 'github',
    number: 7,
    kind: 'patch',
    intent: 'i-0123456789ab',
    digest: 'p-0123456789ab',
    branch: 'parley/i-0123456789ab',
    commit: 'a'.repeat(40),
    title: 'Scale web to 6',
    location: 'https://forge.example/acme/infra/pull/7',
    state: 'open',
    run: 'r-0123456789ab',
    openedAt: at,
    updatedAt: at,
    addresses: [],
    ...proposal,
  };
}
