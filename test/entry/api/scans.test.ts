import { beforeEach, describe, expect, it } from 'vitest';
import { jobId } from '../../../src/adapters/queue/job-id.ts';
import { jobDefinitions } from '../../../src/ports/jobs.ts';
import { bearer, post, type TestApi, testApis } from './api.ts';

const open = testApis();
let api: TestApi;
let time: number;
let flushed: number;

beforeEach(() => {
  time = Date.parse('2026-03-14T09:00:00.000Z');
  flushed = 0;
  api = open({
    now: () => new Date(time++).toISOString(),
    flushOutbox: async () => {
      flushed += 1;
      throw new Error('the queue is away');
    },
  });
});

const path = '/api/v1/stacks/shop%2Fprod/scans';
const start = (key?: string, to = path) =>
  api.call(
    to,
    post('', { ...bearer('write'), ...(key === undefined ? {} : { 'idempotency-key': key }) }),
  );

describe('a scan on request', () => {
  it('becomes a job, even if the queue does not answer', async () => {
    const response = await start();
    const [job] = await api.jobs();

    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toBe(path);
    expect(job).toMatchObject({
      queue: 'reconcile',
      job: { tenant: api.shop, stack: 'shop/prod', cause: 'person' },
    });
    if (job?.queue !== 'reconcile') throw new Error('It is another job.');
    expect(await response.json()).toEqual({
      job: jobId('reconcile', jobDefinitions.reconcile.key(job.job)),
      stack: 'shop/prod',
      until: job.job.until,
    });
    expect(flushed).toBe(1);
  });

  it('is a new scan each time', async () => {
    await start();
    await start();

    expect(await api.jobs()).toHaveLength(2);
  });

  it('is the same scan under the same idempotency key', async () => {
    const bodies = [];
    for (const response of [await start('k'), await start('k'), await start('k')]) {
      bodies.push(await response.json());
    }

    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await api.jobs()).toHaveLength(1);
  });

  it('is the same scan for simultaneous requests with one key', async () => {
    const bodies = await Promise.all([1, 2, 3].map(async () => (await start('k')).json()));
    const jobs = (await api.jobs()).map(({ job }) => JSON.stringify(job));

    expect(new Set(bodies.map((body) => body.job)).size).toBe(1);
    expect(new Set(jobs).size).toBe(1);
  });

  it('gets its job on a retry if the process died before enqueuing it', async () => {
    const broken = { ...api.store.outbox, put: () => Promise.reject(new Error('killed')) };
    const dying = open({ ...api.deps, store: { ...api.store, outbox: broken } });
    const headers = { ...bearer('write'), 'idempotency-key': 'k' };
    const lost = await dying.call(path, post('', headers));
    const response = await start('k');

    expect([lost.status, response.status]).toEqual([500, 202]);
    expect(await api.jobs()).toHaveLength(1);
  });

  it('refuses a key used for another stack, but not one used by another tenant', async () => {
    await start('k');
    const other = await start('k', '/api/v1/stacks/tools/scans');
    const theirs = await api.call(
      '/api/v1/stacks/tools/scans',
      post('', { ...bearer('other'), 'idempotency-key': 'k' }),
    );

    expect([other.status, theirs.status]).toEqual([422, 202]);
  });

  it.each(['', 'x'.repeat(256), 'ümlaut'])('refuses the key %j', async (key) => {
    const response = await api.call(path, post('', { ...bearer('write'), 'idempotency-key': key }));

    expect(response.status).toBe(400);
  });
});
