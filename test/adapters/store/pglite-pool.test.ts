import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/adapters/store/pglite.ts';
import {
  createPglitePool,
  type PgliteClient,
  type PglitePool,
} from '../../../src/adapters/store/pglite-pool.ts';

describe('the pool of PGlite', () => {
  let pool: PglitePool;
  beforeAll(async () => {
    pool = createPglitePool(await createDatabase());
    await pool.query('create table t (n int); create table u (n int)');
  });
  afterAll(() => pool.end());

  const listen = async (client: PgliteClient): Promise<string[]> => {
    const received: string[] = [];
    client.on('notification', ({ channel, payload }) => received.push(`${channel} ${payload}`));
    await client.query('-- a comment\nLISTEN news;');
    return received;
  };

  it('runs several statements in one query, and returns the result of the last', async () => {
    const { rows } = await pool.query('insert into u values (1), (2); select n from u order by n');
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('passes notifications to each listener', async () => {
    const [a, b] = [await pool.connect(), await pool.connect()];
    const received = [await listen(a), await listen(b)];
    await pool.query('select pg_notify($1, $2)', ['news', 'one']);
    a.release();
    await pool.query('select pg_notify($1, $2)', ['other', 'two']);
    await pool.query('select pg_notify($1, $2)', ['news', 'three']);

    expect(received).toEqual([['news one'], ['news one', 'news three']]);
    b.release();
  });

  it('sends no notifications of a transaction that was rolled back', async () => {
    const [writer, reader] = [await pool.connect(), await pool.connect()];
    const received = await listen(reader);
    await writer.query('begin', []);
    await writer.query("notify news, 'never'", []);
    await writer.query('rollback', []);
    await pool.query("notify news, 'told'");

    expect(received).toEqual(['news told']);
    writer.release();
    reader.release();
  });

  it('keeps queries of the pool out of a transaction', async () => {
    const writer = await pool.connect();
    await writer.query('begin', []);
    await writer.query('insert into t values (1)', []);
    const counted = pool.query<{ n: number }>('select count(*)::int as n from t');
    await writer.query('rollback', []);
    writer.release();

    expect((await counted).rows).toEqual([{ n: 0 }]);
  });
});
