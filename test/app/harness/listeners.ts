import { type Asked, startHttp } from '../../adapters/collect/servers/http.ts';

/** A server that records what it is sent. */
export interface Listener {
  readonly url: string;
  /** Requests in order of arrival. */
  readonly received: readonly Asked[];
  stop(): Promise<void>;
}

/** A receiver of webhooks. */
export async function startReceiver(): Promise<Listener> {
  const received: Asked[] = [];
  const server = await startHttp((asked) => {
    received.push(asked);
    return { status: 204, body: '' };
  });
  return { ...server, received };
}

/** Slack's API, as far as it is used: each message gets a timestamp of its own. */
export async function startSlack(): Promise<Listener> {
  const received: Asked[] = [];
  const server = await startHttp((asked) => {
    received.push(asked);
    const { channel = 'C0TEAM', ts } = JSON.parse(asked.body) as Record<string, string>;
    const stamp = ts ?? `1800000000.${String(received.length).padStart(6, '0')}`;
    return { status: 200, body: JSON.stringify({ ok: true, channel, ts: stamp }) };
  });
  return { ...server, received };
}
