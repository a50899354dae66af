import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the workspace shows it. */
export interface ShownMessage {
  readonly channel: string;
  readonly ts: string;
  readonly thread: string | undefined;
  /** All texts and buttons of the current version, as one text. */
  readonly content: string;
  readonly blocks: readonly SlackBlock[];
  /** How many times it was updated. */
  readonly edits: number;
}

export interface SlackBlock {
  readonly type: string;
  readonly elements?: readonly { readonly action_id?: string; readonly value?: string }[];
}

/** A failure of a call; `after` carries out the call, but does not answer. */
export type Mishap =
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'busy'; readonly seconds: number }
  | { readonly kind: 'after' };

export interface Workspace {
  /** The URL of the API; response URLs are below it. */
  readonly url: string;
  /** Messages in the order in which they were posted. */
  readonly messages: () => readonly ShownMessage[];
  readonly replies: () => readonly { readonly path: string; readonly body: string }[];
  readonly views: () => readonly { readonly trigger_id: string; readonly view: FormView }[];
  /** Everything received, headers included, to check what must not be in it. */
  readonly calls: () => readonly string[];
  /** Makes the next calls of this method fail, one per mishap. */
  readonly next: (method: string, ...mishaps: readonly Mishap[]) => void;
  readonly close: () => Promise<void>;
}

export interface FormView {
  readonly callback_id: string;
  readonly private_metadata: string;
}

/** A local fake of a Slack workspace, as far as Parley uses one. */
export async function startWorkspace(token: string): Promise<Workspace> {
  const messages = new Map<string, ShownMessage>();
  const replies: { path: string; body: string }[] = [];
  const views: { trigger_id: string; view: FormView }[] = [];
  const calls: string[] = [];
  const mishaps = new Map<string, Mishap[]>();
  let time = 1_773_457_200_000_000;

  const methods: Readonly<Record<string, (given: Given) => object>> = {
    'chat.postMessage': (given) => {
      time += 1;
      const ts = `${String(time).slice(0, 10)}.${String(time).slice(10)}`;
      messages.set(ts, { ...shown(given), channel: given.channel, ts, edits: 0 });
      return { channel: given.channel, ts };
    },
    'chat.update': (given) => {
      const before = messages.get(given.ts ?? '');
      if (before === undefined) return { ok: false, error: 'message_not_found' };
      const { channel, ts, thread, edits } = before;
      messages.set(ts, { ...shown(given), channel, ts, thread, edits: edits + 1 });
      return { channel, ts };
    },
    'views.open': (given) => {
      views.push({ trigger_id: given.trigger_id ?? '', view: given.view as FormView });
      return { view: {} };
    },
  };

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const path = request.url ?? '';
    if (!path.startsWith('/api/')) {
      replies.push({ path, body });
      response.writeHead(200).end('ok');
      return;
    }
    const method = path.slice('/api/'.length);
    const mishap = mishaps.get(method)?.shift();
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    if (!isKnown || mishap?.kind === 'error') {
      const error = mishap?.kind === 'error' ? mishap.error : 'invalid_auth';
      response.writeHead(200).end(JSON.stringify({ ok: false, error }));
      return;
    }
    if (mishap?.kind === 'busy') {
      response.writeHead(429, { 'retry-after': String(mishap.seconds) }).end();
      return;
    }
    const made = methods[method]?.(JSON.parse(body)) ?? { ok: false, error: 'unknown_method' };
    if (mishap?.kind === 'after') request.socket.destroy();
    else response.writeHead(200).end(JSON.stringify({ ok: true, ...made }));
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    calls.push(`${request.url} ${body}`);
    answer(request, body, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages: () => [...messages.values()],
    replies: () => replies,
    views: () => views,
    calls: () => calls,
    next: (method, ...given) => {
      mishaps.set(method, [...(mishaps.get(method) ?? []), ...given]);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Given {
  readonly channel: string;
  readonly ts?: string;
  readonly thread_ts?: string;
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  readonly trigger_id?: string;
  readonly view?: unknown;
}

function shown({ blocks, thread_ts }: Given) {
  return { thread: thread_ts, blocks, content: JSON.stringify(blocks) };
}
