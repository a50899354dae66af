import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { trace } from '@opentelemetry/api';
import { Pool } from 'pg';
import { openServiceStore } from '../../src/adapters/store/open-service.ts';
import { createPrometheusMetrics } from '../../src/adapters/telemetry/prometheus.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { createApi } from '../../src/entry/api/app.ts';
import { answersIn } from '../../src/entry/service/answering.ts';
import { fail, ok } from '../../src/model/result.ts';
import { startServer } from '../../test/adapters/store/server.ts';
import { silentLog } from '../../test/adapters/telemetry/silent-log.ts';
import { fill, stackNames, tenant } from './fill.ts';
import { read } from './read.ts';
import { updates } from './updates.ts';

/**
 * `npm run bench -- ui [SECONDS] [READERS] [INTENTS]`: pages of the service while people read them
 * and scans are recorded, on a PostgreSQL server with 100,000 intents, of which 10,000 are open.
 * Each reader requests a page per second.
 */
const [seconds = 120, readers = 50, intents = 100_000] = process.argv.slice(2).map(Number);
const token = 'bench-token-0123456789';

const server = startServer();
if (server === undefined) throw new Error('There is no PostgreSQL on this machine.');
const pool = new Pool({ connectionString: server.url, max: 1 });
const stopping = new AbortController();
try {
  const opened = await openServiceStore({ kind: 'server', url: server.url }, { timeout: 10_000 });
  if (!opened.ok) throw new Error(opened.error.message);
  const { store } = opened.value;
  const sizes = await fill(pool, intents);
  process.stdout.write(`${intents} intents, a tenth of them open: ${sizes}\n`);
  const settings = ConfigFile.parse({
    stacks: stackNames.map((name) => ({ tenant, name, repository: 'https://git.example/a/b.git' })),
    server: {
      rate: 100_000,
      tokens: [{ name: 'ops', tenant, scopes: ['read', 'write'], token: '${T}' }],
    },
  });
  const now = () => new Date().toISOString();
  const app = createApi({
    ...{ settings, store },
    jobs: { queues: { queue: () => fail('none') as never }, flushOutbox: async () => undefined },
    answers: answersIn(store, settings, now, async () => ok(undefined)),
    registers: {
      receipts: async () => ok(undefined),
      stacks: {
        add: async () => fail({ code: 'none', message: 'none' }),
        remove: async () => fail({ code: 'none', message: 'none' }),
      } as never,
    },
    callers: { resolve: () => token, verifyGoogleToken: async () => fail('no-keys') },
    process: { isStopping: () => false },
    runtime: {
      ...{ log: silentLog, metrics: createPrometheusMetrics(), tracer: trace.getTracer('bench') },
      ...{ now, elapsed: () => performance.now(), newId: () => 'bench', version: 'bench' },
    },
  });
  const web = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => web.once('listening', done));
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const writing = updates(store, stopping.signal);
  await read({ url, token, readers, seconds });
  stopping.abort();
  process.stdout.write(`${await writing} scans recorded meanwhile\n`);
  web.close();
  await store.close();
} finally {
  stopping.abort();
  await pool.end();
  server.stop();
}
