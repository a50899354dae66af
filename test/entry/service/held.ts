import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake CloudTrail event history that answers only once it is released. */
export interface HeldCloud {
  readonly url: string;
  /** Resolves on the first request. */
  readonly asked: Promise<void>;
  /** The number of requests. */
  readonly calls: () => number;
  /** Releases all responses, pending and later ones. */
  release(): void;
  stop(): Promise<void>;
}

export async function startHeldCloud(): Promise<HeldCloud> {
  let calls = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onEvent = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    onEvent = resolve;
  });
  const server = createServer((_request, response) => {
    calls += 1;
    onEvent();
    void released.then(() => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end('{"Events":[]}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    calls: () => calls,
    release,
    stop: () =>
      new Promise((closed) => {
        release();
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
