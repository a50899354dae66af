import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyStore } from '../../adapters/store/service-store.ts';
import { freePort } from '../servers/port.ts';
import { type Hub, type HubOptions, startHub } from './hub.ts';
import { type Listener, startReceiver, startSlack } from './listeners.ts';
import { type Program, type Running, startParley } from './program.ts';
import type { SetUp } from './set-ups.ts';

/** Secrets of the test world: none of them may be seen anywhere but where it is verified. */
export const secrets = {
  HUB_HOOK_SECRET: 'hook-secret-c41d8a5f72e94b06',
  API_TOKEN: 'api-token-93f1c7d20b6e4a85',
  OTHER_TOKEN: 'other-token-5be0a94471dc4f3e',
  SLACK_TOKEN: 'xoxb-000000000000-planted-slack-token',
  SLACK_SIGNING: 'slack-signing-2f7a16c4e8d94b50',
  SLACK_KEY: 'slack-key-e15c90b7a3f24d68-and-some-more',
  CHANNEL_SECRET: 'channel-secret-7d2e41f09ab84c63',
} as const;

export interface WorldOptions {
  readonly program: Program;
  readonly setUp: SetUp;
  /** The service's `parley.yaml`, given the servers around it. */
  readonly settings: (world: Addresses) => object;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of the forge; by default GitHub, with webhooks about what people do. */
  readonly forge?: HubOptions;
}

/** The servers around the service. */
export interface Addresses {
  readonly hub: Hub;
  readonly slack: Listener;
  readonly receiver: Listener;
}

/** A service with all the servers around it. */
export interface World extends Addresses {
  /** `http://127.0.0.1:PORT`, even while nothing listens. */
  readonly url: string;
  readonly folder: string;
  /** All processes that were started, in order. */
  readonly processes: readonly Running[];
  startServer(more?: readonly string[]): Promise<Running>;
  startWorker(): Promise<Running>;
  /** Calls the API, and returns status and body. Nobody checks that the body is a `Body`. */
  call<Body = unknown>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answered<Body>>;
  /** Stops all processes and servers. */
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The description of the API, as far as tests look at it. */
export interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>
  >;
}

/** The body of an answer with one page of a list. */
export interface ListOf<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

export async function createWorld({
  program,
  setUp,
  settings,
  env = {},
  forge = {},
}: WorldOptions): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-world-'));
  const [hub, slack, receiver] = await Promise.all([
    startHub(forge),
    startSlack(),
    startReceiver(),
  ]);
  // Creating a database takes most of the start of an embedded service, so one is copied.
  if (!setUp.isShared) await copyStore(join(folder, '.parley'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(
    join(folder, 'parley.yaml'),
    JSON.stringify(settings({ hub, slack, receiver }), null, 2),
  );
  hub.hook = { url: `${url}/api/v1/forges/hub/webhooks`, secret: secrets.HUB_HOOK_SECRET };
  const processes: Running[] = [];
  let workers = 0;

  const start = (args: readonly string[], cwd: string): Running => {
    const running = startParley(program, args, {
      cwd,
      env: { ...secrets, HUB_TOKEN: hub.token, ...setUp.env, ...env },
    });
    processes.push(running);
    return running;
  };
  return {
    hub,
    slack,
    receiver,
    url,
    folder,
    processes,
    async startServer(more = []) {
      const place = ['--dir', folder, '--host', '127.0.0.1', '--port', String(port)];
      const running = start(['serve', ...place, ...more], folder);
      await running.line(/listening|Listening/);
      return running;
    },
    async startWorker() {
      // A worker on a machine of its own, with clones of its own.
      workers += 1;
      const own = join(folder, `worker-${workers}`);
      mkdirSync(own);
      writeFileSync(
        join(own, 'parley.yaml'),
        JSON.stringify(settings({ hub, slack, receiver }), null, 2),
      );
      const running = start(['worker', '--dir', own], own);
      await running.line(/working|Working/);
      return running;
    },
    async call(method, path, { token = secrets.API_TOKEN, body, headers = {} } = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
    },
    async stop() {
      await Promise.all(processes.filter(({ isRunning }) => isRunning).map((one) => one.kill()));
      await Promise.all([hub.close(), slack.stop(), receiver.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
