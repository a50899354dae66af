import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** The further parts of `pg` that a queue needs: queries of the pool, and notifications. */
export interface PglitePool extends PostgresPool, EventEmitter {
  connect(): Promise<PgliteClient>;
  query<R>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<R>>;
}

/** Emits `notification` with channel and payload for each channel that it LISTENs to. */
export interface PgliteClient extends PostgresPoolClient, EventEmitter {
  query: PostgresPoolClient['query'] & PglitePool['query'];
}

/**
 * PGlite behind the interface of a `pg` pool. PGlite has one session: a client that began a
 * transaction keeps all others out until it ends, because their queries would run inside of it.
 */
export function createPglitePool(db: PGlite): PglitePool {
  const acquire = createMutex();
  return Object.assign(new EventEmitter(), {
    connect: async () => createClient(db, acquire),
    query: ((text, values) => createClient(db, acquire).query(text, values)) as PglitePool['query'],
    end: () => db.close(),
  });
}

type Acquire = () => Promise<() => void>;

function createMutex(): Acquire {
  let tail: Promise<void> = Promise.resolve();
  return async () => {
    let free: () => void = () => undefined;
    const before = tail;
    tail = new Promise((resolve) => {
      free = resolve;
    });
    await before;
    return free;
  };
}

const begins = /^\s*(?:begin|start\s+transaction)\b/i;
const ends = /^\s*(?:commit|rollback(?!\s+to)|end)\b/i;
const listens = /^(?:\s|--.*\n)*listen\s+"?(\w+)/i;

function createClient(db: PGlite, acquire: Acquire): PgliteClient {
  const events = new EventEmitter();
  const stops: (() => Promise<void>)[] = [];
  let held: (() => void) | undefined;
  const end = (): void => {
    held?.();
    held = undefined;
  };
  const listen = async (channel: string): Promise<PostgresQueryResult<unknown>> => {
    const onNotification = (payload: string) => events.emit('notification', { channel, payload });
    stops.push(await db.listen(channel, onNotification));
    return { command: 'LISTEN' as PostgresQueryResult<unknown>['command'], rowCount: 0, rows: [] };
  };
  const query = async (text: string, values?: readonly unknown[]): Promise<unknown> => {
    if (begins.test(text)) held ??= await acquire();
    const free = held === undefined ? await acquire() : undefined;
    try {
      const channel = listens.exec(text)?.[1];
      return channel === undefined ? await send(db, text, values) : await listen(channel);
    } finally {
      free?.();
      if (ends.test(text)) end();
    }
  };
  return Object.assign(events, {
    query: query as PgliteClient['query'],
    release() {
      for (const stop of stops.splice(0)) void unlisten(acquire, stop);
      if (held === undefined) return;
      // The owner failed before it could end its transaction, which nobody else may continue.
      void db.exec('rollback').then(end, end);
    },
  });
}

/** Waits for the running query. A database that was closed meanwhile no longer listens anyway. */
async function unlisten(acquire: Acquire, stop: () => Promise<void>): Promise<void> {
  const free = await acquire();
  await stop().catch(() => undefined);
  free();
}

async function send(
  db: PGlite,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<PostgresQueryResult<unknown>> {
  // As in `pg`, a query without values may be several statements; the result is that of the last
  // one.
  const result =
    values === undefined ? (await db.exec(text)).at(-1) : await db.query(text, [...values]);
  const { rows = [], affectedRows } = result ?? {};
  const [command = ''] = text.trim().split(/\s/);
  return {
    command: command.toUpperCase() as PostgresQueryResult<unknown>['command'],
    rowCount: affectedRows === undefined || affectedRows === 0 ? rows.length : affectedRows,
    rows,
  };
}
