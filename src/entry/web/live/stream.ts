import type { LiveEnd, LiveHub } from './hub.ts';

export interface LiveAsk {
  readonly tenant: string;
  /** The session of the page. */
  readonly session: string;
  /** Stacks that the page shows. */
  readonly stacks: readonly string[];
  /** The version that the page has. */
  readonly since: number;
  /** False once the visitor no longer has a session. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Milliseconds between two keep-alive messages. */
  readonly beat: number;
}

/** Chunks waiting to be read. A client that is further behind is disconnected, and reconnects. */
const maxWaiting = 64;

/** How often what the stacks show has changed, as one number that only grows. */
export function pageVersion(
  versions: ReadonlyMap<string, number>,
  stacks: readonly string[],
): number {
  return stacks.reduce((sum, stack) => sum + (versions.get(stack) ?? 0), 0);
}

/**
 * Server-sent events for a page: `change`, with the version as its id, and `end`. They only
 * announce that there is something new; the page then fetches it with its visitor's permissions.
 * Undefined where there are too many streams.
 */
export function liveStream(hub: LiveHub, ask: LiveAsk): ReadableStream<Uint8Array> | undefined {
  let sentVersion = ask.since;
  let leave: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stop = (): void => {
    leave?.();
    clearInterval(timer);
    sink = undefined;
  };
  const send = (text: string): void => {
    if (sink === undefined) return;
    sink.enqueue(Buffer.from(text));
    if ((sink.desiredSize ?? 0) < -maxWaiting) close();
  };
  const close = (): void => {
    const open = sink;
    stop();
    open?.close();
  };
  const end = (why: LiveEnd): void => {
    send(`event: end\ndata: ${why}\n\n`);
    close();
  };
  const sendToVisitor = (text: string): void => {
    ask.isSignedIn().then(
      (isIn) => (isIn ? send(text) : end('signed-out')),
      // The store is unreachable, so the news is reported with the next read.
      () => undefined,
    );
  };
  leave = hub.join({
    ...{ tenant: ask.tenant, session: ask.session, end },
    onChange(versions) {
      const version = pageVersion(versions, ask.stacks);
      if (version <= sentVersion) return;
      sentVersion = version;
      sendToVisitor(`id: ${version}\nevent: change\ndata:\n\n`);
    },
  });
  if (leave === undefined) return undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
      send('retry: 3000\n\n');
      timer = setInterval(() => sendToVisitor(': \n\n'), ask.beat);
      timer.unref();
    },
    cancel: stop,
  });
}
