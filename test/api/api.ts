import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { createApi } from '../../src/api/app.ts';
import type { ApiDeps } from '../../src/api/deps.ts';
import type { ApiEnv } from '../../src/api/mount.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { ok } from '../../src/model/result.ts';
import type { QueueName } from '../../src/queue/jobs.ts';
import type { DeadLetter, Queue, Queues } from '../../src/queue/types.ts';
import { silentLog } from '../../src/telemetry/log.ts';
import { createPrometheusMetrics } from '../../src/telemetry/prometheus.ts';
import { openTestServiceStore, type TestServiceStore } from '../store/service-store.ts';

export const now = '2026-03-14T09:00:00.000Z';

/** Tokens by what they may do; `other` may do everything, in another tenant. */
export const tokens = {
  read: 'read-token-0123456789',
  write: 'write-token-0123456789',
  events: 'events-token-0123456789',
  metrics: 'metrics-token-0123456789',
  admin: 'admin-token-0123456789',
  other: 'other-token-0123456789',
} as const;

export type TokenName = keyof typeof tokens;

/** What `${NAME}` stands for. */
export const secrets: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [`TOKEN_${name.toUpperCase()}`, token]),
  ),
  PUSH_SECRET: 'push-secret-0123456789',
  HOOK_SECRET: 'hook-secret-0123456789',
  INCIDENT_SECRET: 'incident-secret-0123456789',
};

const tokenSettings = Object.keys(tokens).map((name) => ({
  name,
  tenant: name === 'other' ? 'other' : 'shop',
  scopes: name === 'other' ? ['read', 'write', 'events', 'metrics', 'admin'] : [name],
  token: `\${TOKEN_${name.toUpperCase()}}`,
}));

const repository = 'https://git.example/shop/infra.git';

/** Two tenants; both have a stack and a source of the same name. */
export const settings = ConfigFile.parse({
  stacks: [
    { name: 'shop/prod', tenant: 'shop', repository, scan: { every: '15m' }, forge: 'github' },
    { name: 'tools', tenant: 'shop', repository, sources: ['trail'] },
    { name: 'theirs', tenant: 'other', repository },
    { name: 'tools', tenant: 'other', repository },
  ],
  sources: [
    { kind: 'push', name: 'trail', tenant: 'shop', cloud: 'aws', secret: '${PUSH_SECRET}' },
    { kind: 'push', name: 'grid', tenant: 'shop', cloud: 'azure' },
    { kind: 'push', name: 'sub', tenant: 'shop', cloud: 'gcp' },
    { kind: 'push', name: 'their-trail', tenant: 'other', cloud: 'aws' },
  ],
  forges: [
    {
      kind: 'github',
      name: 'github',
      tenant: 'shop',
      token: '${F}',
      webhook_secret: '${HOOK_SECRET}',
    },
    {
      kind: 'gitlab',
      name: 'gitlab',
      tenant: 'shop',
      token: '${F}',
      webhook_secret: '${HOOK_SECRET}',
    },
    {
      kind: 'gitea',
      name: 'gitea',
      tenant: 'shop',
      token: '${F}',
      url: 'https://gitea.example',
      webhook_secret: '${HOOK_SECRET}',
    },
    { kind: 'github', name: 'deaf', tenant: 'shop', token: '${F}' },
  ],
  server: {
    rate: 100_000,
    webhook_secret: '${INCIDENT_SECRET}',
    tokens: tokenSettings,
  },
});

/** Queues that hold what a test puts in. */
export interface FakeQueues extends Pick<Queues, 'queue'> {
  readonly dead: Map<QueueName, DeadLetter<never>[]>;
  isBroken: boolean;
}

export interface TestApi extends TestServiceStore {
  readonly app: Hono<ApiEnv>;
  readonly deps: ApiDeps;
}

/** The API on a store of its own. */
export async function openTestApi(given: Partial<ApiDeps> = {}): Promise<TestApi> {
  const opened = await openTestServiceStore();
  const deps: ApiDeps = {
    settings,
    store: opened.store,
    queues: fakeQueues(),
    log: silentLog,
    metrics: createPrometheusMetrics(),
    now: () => now,
    elapsed: () => 0,
    newId: randomUUID,
    resolve: (reference) => secrets[reference.slice(2, -1)],
    flushOutbox: async () => undefined,
    answer: async () => ({
      ok: false,
      error: { code: 'no-intent', message: 'There is no such intent.' },
    }),
    isStopping: () => false,
    version: '1.2.3',
    ...given,
  };
  return { ...opened, app: createApi(deps), deps };
}

/** Queues without a backend: the API asks them for numbers and dead jobs alone. */
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
    queue: ((name: QueueName) => queue(name) as unknown as Queue<never>) as Queues['queue'],
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
