import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DeadLetter, JobQueue, Queues } from '../../../src/adapters/queue/types.ts';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { answerIntent } from '../../../src/app/answer/answer.ts';
import { createStackChanges } from '../../../src/app/settings/change.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { tokenScopes } from '../../../src/config/service/token-scopes.ts';
import { createApi } from '../../../src/entry/api/app.ts';
import type { ApiEnv } from '../../../src/entry/api/mount.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { QueueName } from '../../../src/ports/jobs.ts';
import type { OutboxJob, ServiceStore } from '../../../src/ports/store/service-store.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';
import { type Conformance, createConformance, type Document } from './conformance.ts';
import { apiDeps, type FlatApi } from './flat-api.ts';

export const now = '2026-03-14T09:00:00.000Z';

/** Tokens by scope; `other` has every scope, in another tenant. */
export const tokens = {
  read: 'read-token-0123456789',
  write: 'write-token-0123456789',
  approver: 'approver-token-0123456789',
  events: 'events-token-0123456789',
  metrics: 'metrics-token-0123456789',
  admin: 'admin-token-0123456789',
  stacks: 'stacks-token-0123456789',
  other: 'other-token-0123456789',
} as const;

export type TokenName = keyof typeof tokens;

/** The values of `${NAME}` references. */
export const secrets: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [`TOKEN_${name.toUpperCase()}`, token]),
  ),
  PUSH_SECRET: 'push-secret-0123456789',
  HOOK_SECRET: 'hook-secret-0123456789',
  INCIDENT_SECRET: 'incident-secret-0123456789',
  TICKET_SECRET: 'ticket-secret-0123456789',
};

/** The sender and audience that the source `signed-sub` accepts. */
export const pubsub = {
  service_account: 'pusher@shop-prod.iam.gserviceaccount.com',
  audience: 'https://parley.example/api/v1/events/signed-sub',
};

const repository = 'https://git.example/shop/infra.git';

/** Custom fields of a Jira site. */
const jiraFields = {
  at: 'issue.fields.customfield_10101',
  field: 'issue.fields.customfield_10102',
  want: 'issue.fields.customfield_10103',
  from: 'issue.fields.customfield_10104',
  until: 'issue.fields.customfield_10105',
  approvals: 'issue.fields.customfield_10036',
};

/** A token is named after its only scope, except for `other` and `approver`. */
function scopesOf(name: string): readonly string[] {
  if (name === 'other') return tokenScopes;
  return name === 'approver' ? ['write', 'approve'] : [name];
}

/** Settings of two tenants, each of which has a stack `tools`. */
export function settingsOf(shop: string, other: string): ConfigFile {
  const stack = { repository, tenant: shop };
  const push = { kind: 'push', tenant: shop };
  const forge = { tenant: shop, token: '${F}' };
  const ticketing = { tenant: shop, secret: '${TICKET_SECRET}' };
  const hooked = { ...forge, webhook_secret: '${HOOK_SECRET}' };
  return ConfigFile.parse({
    stacks: [
      { ...stack, name: 'shop/prod', scan: { every: '15m' }, forge: 'github' },
      { ...stack, name: 'tools', sources: ['trail'] },
      { repository, tenant: other, name: 'theirs' },
      { repository, tenant: other, name: 'tools' },
    ],
    sources: [
      { ...push, name: 'trail', cloud: 'aws', secret: '${PUSH_SECRET}' },
      { ...push, name: 'grid', cloud: 'azure' },
      { ...push, name: 'sub', cloud: 'gcp' },
      { ...push, name: 'signed-sub', cloud: 'gcp', pubsub },
      {
        ...push,
        name: 'other-sub',
        cloud: 'gcp',
        pubsub: { ...pubsub, audience: 'https://parley.example/other' },
      },
      { ...push, name: 'their-trail', tenant: other, cloud: 'aws' },
    ],
    forges: [
      { ...hooked, kind: 'github', name: 'github' },
      { ...hooked, kind: 'gitlab', name: 'gitlab' },
      { ...hooked, kind: 'gitea', name: 'gitea', url: 'https://gitea.example' },
      { ...forge, kind: 'github', name: 'deaf' },
    ],
    server: {
      rate: 100_000,
      webhook_secret: '${INCIDENT_SECRET}',
      tickets: [
        { ...ticketing, name: 'changes' },
        { ...ticketing, name: 'snow', kind: 'servicenow', stacks: ['shop/prod'] },
        { ...ticketing, name: 'jira', kind: 'jira', stacks: ['shop/prod'], fields: jiraFields },
      ],
      tokens: Object.keys(tokens).map((name) => ({
        name,
        tenant: name === 'other' ? other : shop,
        scopes: scopesOf(name),
        token: `\${TOKEN_${name.toUpperCase()}}`,
      })),
    },
  });
}

export interface TestApi {
  readonly app: Hono<ApiEnv>;
  readonly deps: FlatApi;
  readonly store: ServiceStore;
  /** The tenants: `other` is that of the token `other`, `shop` that of all the rest. */
  readonly shop: string;
  readonly other: string;
  /** Makes a call, and checks that the response conforms to the OpenAPI document. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Jobs of the two tenants in the outbox. */
  jobs(): Promise<readonly OutboxJob[]>;
}

/** Opens APIs for the tests of a file; they share a store, but each has its own tenants. */
export function testApis(): (given?: Partial<FlatApi>) => TestApi {
  let opened: TestServiceStore;
  let violations: Conformance;
  let worlds = 0;
  const open = (given: Partial<FlatApi> = {}): TestApi => {
    worlds += 1;
    const settings = given.settings ?? settingsOf(`shop-${worlds}`, `other-${worlds}`);
    const deps = depsOf(opened.store, { ...given, settings });
    const app = createApi(apiDeps(deps));
    const { tenant: shop = '' } = settings.stacks[0] ?? {};
    const { tenant: other = '' } = settings.stacks[2] ?? {};
    return {
      app,
      deps,
      store: opened.store,
      shop,
      other,
      async call(path, init = {}) {
        const response = await app.request(path, init);
        const { method = 'GET' } = init;
        const found = await violations(path, method, response);
        expect({ path, method, violations: found }).toEqual({ path, method, violations: [] });
        return response;
      },
      async jobs() {
        const pending = await opened.store.outbox.pending(1000);
        return pending
          .filter(({ job }) => [shop, other].includes(job.tenant))
          .map(({ seq: _, ...job }) => job);
      },
    };
  };
  beforeAll(async () => {
    opened = await openTestServiceStore();
    const document: Document = await (await open().app.request('/openapi.json')).json();
    violations = createConformance(document);
  });
  afterAll(() => opened.stop());
  return open;
}

function depsOf(store: ServiceStore, given: Partial<FlatApi> & Pick<FlatApi, 'settings'>): FlatApi {
  return {
    store,
    queues: fakeQueues(),
    log: silentLog,
    metrics: createPrometheusMetrics(),
    tracer: trace.getTracer('test'),
    now: () => now,
    elapsed: () => 0,
    newId: randomUUID,
    resolve: (reference) => secrets[reference.slice(2, -1)],
    flushOutbox: async () => undefined,
    verifyGoogleToken: async () => fail('no-keys'),
    receipts: noReceipts,
    answer: (key, ask) => answerIntent({ store, now: () => now }, key, ask),
    isStopping: () => false,
    stacks: createStackChanges({
      stacks: store.stacks,
      config: () => given.settings as ConfigFile,
      checkScan: () => undefined,
      now: () => now,
      changed: () => undefined,
    }),
    version: '1.2.3',
    ...given,
  };
}

/** Queues without a backend: the API only asks them for statistics and dead jobs. */
export function fakeQueues(dead: readonly (DeadLetter<unknown> & { queue: QueueName })[] = []) {
  const letters = new Map(dead.map((letter) => [letter.id, letter]));
  const queue = (name: QueueName) => ({
    stats: async () => ({ waiting: 1, running: 0, delayed: 0, dead: letters.size }),
    dead: {
      list: async () => [...letters.values()].filter((letter) => letter.queue === name),
      async retry(id: string) {
        letters.delete(id);
        return ok(undefined);
      },
      async remove(id: string) {
        letters.delete(id);
        return ok(undefined);
      },
    },
  });
  return {
    queue: ((name: QueueName) => queue(name) as unknown as JobQueue<never>) as Queues['queue'],
  };
}

export function bearer(token: TokenName): Record<string, string> {
  return { authorization: `Bearer ${tokens[token]}` };
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  };
}
