import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureText, queueProblem } from '../../../src/adapters/queue/failure.ts';
import { jobId } from '../../../src/adapters/queue/job-id.ts';
import { queueLocation } from '../../../src/adapters/queue/location.ts';
import { pauseAfter } from '../../../src/adapters/queue/pause.ts';
import { jobDefinitions } from '../../../src/ports/jobs.ts';

describe('the id of a job', () => {
  it('is the digest of its key, regardless of the order of the members', () => {
    expect(jobId('collect', { a: 1, b: ['x'] })).toBe(jobId('collect', { b: ['x'], a: 1 }));
    expect(jobId('collect', ['a'])).toMatch(/^collect-[0-9a-f]{64}$/);
  });

  it('differs if the key or the queue differs', () => {
    const ids = [jobId('a', 'x'), jobId('b', 'x'), jobId('a', ['x']), jobId('a', { x: null })];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the pause after an attempt', () => {
  const after = [1, 2, 3, 4, 5, 24];

  it('doubles up to a minute', () => {
    const seconds = after.map((attempts) => pauseAfter(attempts, 10_000, 0) / 1000);
    expect(seconds).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('is shortened at random by up to half', () => {
    const seconds = after.map((attempts) => pauseAfter(attempts, 10_000, 0.999_999) / 1000);
    expect(seconds.map(Math.round)).toEqual([5, 10, 20, 30, 30, 30]);
  });

  it.each([
    ['propose', 10],
    ['converge', 10],
    ['notify', 5],
    ['feedback', 5],
  ] as const)('lets a %s job survive an outage of %i minutes', (name, minutes) => {
    const { attempts, pause } = jobDefinitions[name];
    const pauses = Array.from({ length: attempts - 1 }, (_, at) => pauseAfter(at + 1, pause, 1));
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(minutes * 60_000);
  });
});

describe('jobs', () => {
  const cause = 'push' as const;
  const base = { tenant: 'acme', stack: 'net', cause };

  it.each([
    ['the cause', { ...base, cause: 'person' as const }, true],
    ['the tenant', { ...base, tenant: 'other' }, false],
    ['the stack', { ...base, stack: 'app' }, false],
    ['the revision', { ...base, revision: 'c0ffee' }, false],
    ['the moment', { ...base, until: '2026-03-14T02:00:00Z' }, false],
  ])('have the same id or not if they differ in %s', (_, other, same) => {
    const { key } = jobDefinitions.reconcile;
    expect(jobId('reconcile', key(other)) === jobId('reconcile', key(base))).toBe(same);
  });

  it.each(Object.entries(jobDefinitions))(
    'of the queue %s have no unknown members',
    (_, { schema }) => {
      const known = { tenant: 'a', stack: 'a', source: 'a', forge: 'a', delivery: 'a', run: 'a' };
      expect(schema.safeParse({ ...known, cause, body: 'x' }).success).toBe(false);
      expect(schema.safeParse({}).success).toBe(false);
      expect(schema.safeParse(null).success).toBe(false);
    },
  );
});

describe('the reason of a failure', () => {
  it('can be read back as a problem', () => {
    const problem = { code: 'state-unreadable', message: 'The state: it\nis gone.' };
    expect(queueProblem(failureText(problem))).toEqual(problem);
  });

  it.each([
    ['password=hunter2 was wrong', 'password=[secret] was wrong'],
    [`postgres://me:hunter2@db failed`, 'postgres://[secret]@db failed'],
  ])('contains no secrets: %s', (message, kept) => {
    expect(failureText({ code: 'a', message })).toBe(`a: ${kept}`);
  });

  it('is bounded, and can be stored in a text column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (message) => {
        const text = failureText({ code: 'a', message });
        expect(text.length).toBeLessThanOrEqual(1_003);
        expect(text.includes('\0')).toBe(false);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is given for failures that the queue itself reports', () => {
    const text = 'job stalled more than allowable limit';
    expect(queueProblem(text)).toEqual({ code: 'job-lost', message: text });
    expect(queueProblem(undefined)).toMatchObject({ code: 'job-lost' });
  });
});

describe('the location of a queue', () => {
  const pool = {} as never;

  it.each([
    [undefined, 'embedded'],
    ['', 'embedded'],
    ['redis://host', 'redis'],
    ['rediss://host:1/2', 'redis'],
    ['postgres://host/db', 'server'],
    ['postgresql://parley@/postgres?host=/run', 'server'],
  ])('of %s is %s', (url, kind) => {
    expect(queueLocation(url, () => pool)).toMatchObject({ ok: true, value: { kind } });
  });

  it('with another URL is rejected without quoting it', () => {
    const found = queueLocation('amqp://me:hunter2@host', () => pool);
    expect(found).toMatchObject({ ok: false, error: { code: 'queue-url-unknown' } });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});
