import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/**
 * PGlite behind the interface of a `pg` pool. PGlite is one session: a client that began a
 * transaction keeps all others out until it ends, or they would run inside of it.
 */
export function createPglitePool(db: PGlite): PostgresPool {
  const acquire = createMutex();
  return {
    connect: async () => createClient(db, acquire),
    end: () => db.close(),
  };
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

function createClient(db: PGlite, acquire: Acquire): PostgresPoolClient {
  let held: (() => void) | undefined;
  const end = (): void => {
    held?.();
    held = undefined;
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (begins.test(text)) held ??= await acquire();
    const free = held === undefined ? await acquire() : undefined;
    try {
      return await send(db, text, values);
    } finally {
      free?.();
      if (ends.test(text)) end();
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release() {
      if (held === undefined) return;
      // The owner failed before it could end its transaction: nobody else may continue it.
      void db.exec('rollback').then(end, end);
    },
  };
}

async function send(
  db: PGlite,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<unknown>> {
  const { rows, affectedRows } = await db.query(text, [...values]);
  const [command = ''] = text.trim().split(/\s/);
  return {
    command: command.toUpperCase() as PostgresQueryResult<unknown>['command'],
    rowCount: affectedRows === undefined || affectedRows === 0 ? rows.length : affectedRows,
    rows,
  };
}
