import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import { createRateLimit } from '../../../src/adapters/queue/rate-limit.ts';
import type { Queues } from '../../../src/adapters/queue/types.ts';
import type { Problem, Result } from '../../../src/model/result.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { eventually } from '../../eventually.ts';
import { describePlaces } from '../../places.ts';
import { type Place, places } from './places.ts';

const idle = { waiting: 0, running: 0, delayed: 0, dead: 0 };
const hour = 3_600_000;
const broken: Problem = { code: 'state-unreadable', message: 'The state cannot be read.' };
const reconcile = (stack: string) => ({ tenant: 'acme', stack, cause: 'push' as const });

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A promise and the function that fulfills it. */
function createGate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describePlaces('a queue', places, (start) => {
  let place: Place;
  let namespaces = 0;
  const opened: Queues[] = [];
  const problems: Problem[] = [];

  async function open(namespace?: string): Promise<Queues> {
    namespaces += 1;
    const queues = value(
      await openQueues(place.location, {
        report: (problem) => problems.push(problem),
        namespace: namespace ?? `test${namespaces}`,
        pause: 1,
      }),
    );
    opened.push(queues);
    return queues;
  }

  beforeAll(async () => {
    place = await start();
  });
  afterEach(async () => {
    for (const queues of opened.splice(0)) await queues.close();
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(() => place.stop());

  it('gives each job to its handler', async () => {
    const queues = await open();
    const done: string[] = [];
    for (const stack of ['a', 'b', 'c']) await queues.queue('reconcile').add(reconcile(stack));
    queues.work('reconcile', async (job) => {
      done.push(`${job.stack} ${job.cause}`);
      return ok(undefined);
    });
    await queues.queue('reconcile').add(reconcile('d'));

    await eventually(() => expect(done).toEqual(['a push', 'b push', 'c push', 'd push']));
    await eventually(async () => expect(await queues.queue('reconcile').stats()).toEqual(idle));
  });

  it('treats identical jobs as one', async () => {
    const queue = (await open()).queue('reconcile');
    const first = value(await queue.add(reconcile('a')));
    const second = value(await queue.add({ ...reconcile('a'), cause: 'schedule' }));
    const later = value(await queue.add({ ...reconcile('a'), until: '2026-03-14T02:00:00Z' }));

    expect(second).toEqual(first);
    expect(later).not.toEqual(first);
    expect(await queue.stats()).toEqual({ ...idle, waiting: 2 });
  });

  it('treats jobs with the same id as one', async () => {
    const queue = (await open()).queue('reconcile');
    const first = value(await queue.add(reconcile('a'), { id: 'nightly:1' }));

    expect(value(await queue.add(reconcile('b'), { id: 'nightly:1' }))).toEqual(first);
    expect(await queue.stats()).toEqual({ ...idle, waiting: 1 });
  });

  it('merges waiting jobs that records cause, and queues one behind a running job', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const moments = Array.from({ length: 5 }, (_, n) => `2026-03-14T02:00:0${n}Z`);
    const addAll = async (): Promise<void> => {
      for (const until of moments) {
        await queue.add({ tenant: 'acme', stack: 'a', cause: 'events', until });
        await queue.add({ tenant: 'acme', stack: 'b', cause: 'events', until });
      }
    };
    await addAll();
    expect(await queue.stats()).toEqual({ ...idle, waiting: 2 });

    const gate = createGate();
    const begun: string[] = [];
    queues.work('reconcile', async ({ stack }) => {
      begun.push(stack);
      await gate.passed;
      return ok(undefined);
    });
    await eventually(() => expect(begun).toEqual(['a']));
    await addAll();
    await queue.add({ tenant: 'acme', stack: 'a', cause: 'person', until: '2026-03-14T02:01:00Z' });
    gate.open();

    await eventually(async () => expect(await queue.stats()).toEqual(idle));
    expect(begun.toSorted()).toEqual(['a', 'a', 'a', 'b']);
  });

  it('does a job again after it was done, unless its queue remembers done jobs', async () => {
    const queues = await open();
    const done: string[] = [];
    const work = async (name: string): Promise<Result<void>> => {
      done.push(name);
      return ok(undefined);
    };
    queues.work('collect', () => work('collect'));
    queues.work('feedback', () => work('feedback'));
    for (let i = 0; i < 2; i += 1) {
      await queues.queue('collect').add({ tenant: 'acme', source: 'trail' });
      await queues.queue('feedback').add({ tenant: 'acme', forge: 'own', delivery: '1' });
      await eventually(async () => expect(await queues.queue('collect').stats()).toEqual(idle));
      await eventually(async () => expect(await queues.queue('feedback').stats()).toEqual(idle));
    }

    expect(done.sort()).toEqual(['collect', 'collect', 'feedback']);
  });

  it('holds a job back for its delay', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const done: string[] = [];
    await queue.add(reconcile('later'), { delay: hour });
    await queue.add(reconcile('soon'), { delay: 1 });
    await queue.add(reconcile('now'));
    queues.work('reconcile', async (job) => {
      done.push(job.stack);
      return ok(undefined);
    });

    await eventually(() => expect(done.toSorted()).toEqual(['now', 'soon']));
    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, delayed: 1 }));
  });

  it('retries a job that failed or threw', async () => {
    const queues = await open();
    const tries: number[] = [];
    await queues.queue('reconcile').add(reconcile('a'));
    queues.work('reconcile', async () => {
      tries.push(tries.length);
      if (tries.length === 1) return fail(broken);
      if (tries.length === 2) throw new Error('out of memory');
      return ok(undefined);
    });

    await eventually(async () => {
      expect(tries).toHaveLength(3);
      expect(await queues.queue('reconcile').stats()).toEqual(idle);
    });
  });

  it('keeps a job that always fails, until a person retries or removes it', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    let mended = false;
    let tries = 0;
    const { id } = value(await queue.add(reconcile('a')));
    queues.work('reconcile', async () => {
      tries += 1;
      if (mended) return ok(undefined);
      return fail({ ...broken, message: 'GET https://me:hunter2@host failed' });
    });

    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, dead: 1 }));
    expect(tries).toBe(3);
    expect(await queue.dead.list()).toEqual([
      {
        id,
        job: reconcile('a'),
        attempts: 3,
        problem: { code: broken.code, message: 'GET https://[secret]@host failed' },
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);

    expect(await queue.dead.retry(id)).toEqual(ok(undefined));
    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, dead: 1 }));
    await eventually(() => expect(tries).toBe(6));
    mended = true;
    await eventually(async () => expect(await queue.dead.retry(id)).toMatchObject({ ok: true }));
    await eventually(async () => expect(await queue.stats()).toEqual(idle));

    expect(tries).toBe(7);
    const gone = { ok: false, error: { code: 'job-not-dead' } };
    expect(await queue.dead.retry(id)).toMatchObject(gone);
    expect(await queue.dead.remove(id)).toMatchObject(gone);
  });

  it('lists the latest dead job first, and lets each be removed', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const ids: string[] = [];
    const worker = queues.work('reconcile', async () => fail(broken), { isFinal: () => true });
    for (const stack of ['a', 'b', 'c']) {
      ids.unshift(value(await queue.add(reconcile(stack))).id);
      await eventually(async () => expect((await queue.stats()).dead).toBe(ids.length));
    }
    await worker.close();

    const all = await queue.dead.list();
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(all.map(({ time }) => time)).toEqual(
      all
        .map(({ time }) => time)
        .sort()
        .reverse(),
    );
    expect(await queue.dead.list({ limit: 2 })).toHaveLength(2);
    for (const id of ids) expect(await queue.dead.remove(id)).toEqual(ok(undefined));
    expect(await queue.stats()).toEqual(idle);
  });

  it('does not retry a job that cannot succeed, but revives it when added again', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    let tries = 0;
    const work = { isFinal: (problem: Problem) => problem.code === broken.code };
    const worker = queues.work(
      'reconcile',
      async () => {
        tries += 1;
        return fail(broken);
      },
      work,
    );
    await queue.add(reconcile('a'));
    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, dead: 1 }));
    expect(tries).toBe(1);
    await worker.close();

    await queue.add(reconcile('a'));
    expect(await queue.stats()).toEqual({ ...idle, waiting: 1 });
  });

  it('refuses an invalid job', async () => {
    const queue = (await open()).queue('notify');
    const subject = { kind: 'run' as const, id: 'run-1' };
    const good = { tenant: 'acme', stack: 'prod', channel: 'ops', subject };
    const bad: readonly object[] = [
      { ...good, token: 'xoxb' },
      { ...good, subject: { ...subject, id: 'x'.repeat(201) } },
      { ...good, channel: 'ops\n' },
      { tenant: 'acme', channel: 'ops', subject },
    ];
    for (const job of bad) {
      expect(await queue.add(job as never)).toMatchObject({ error: { code: 'job-invalid' } });
    }
    expect(await queue.stats()).toEqual(idle);
  });

  it('shares jobs among workers, giving each job to one of them', async () => {
    const queues = await open();
    const done: string[] = [];
    const stacks = Array.from({ length: 40 }, (__, i) => `s${i}`);
    for (let i = 0; i < 2; i += 1) {
      queues.work(
        'reconcile',
        async (job) => {
          done.push(job.stack);
          return ok(undefined);
        },
        { concurrency: 4 },
      );
    }
    await Promise.all(stacks.map((stack) => queues.queue('reconcile').add(reconcile(stack))));

    await eventually(async () => {
      expect(done).toHaveLength(40);
      expect(await queues.queue('reconcile').stats()).toEqual(idle);
    });
    expect(done.toSorted()).toEqual(stacks.toSorted());
  });

  it('waits for the running job when it closes', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const [running, gate] = [createGate(), createGate()];
    const done: string[] = [];
    const worker = queues.work('reconcile', async (job, signal) => {
      running.open();
      await gate.passed;
      done.push(`${job.stack} ${signal.aborted}`);
      return ok(undefined);
    });
    await queue.add(reconcile('a'));
    await running.passed;
    await queue.add(reconcile('b'));
    const closed = worker.close();
    gate.open();
    await closed;

    expect(done).toEqual(['a false']);
    expect(await queue.stats()).toEqual({ ...idle, waiting: 1 });
  });

  it('gives back the running job when closing times out', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const running = createGate();
    const reasons: unknown[] = [];
    const stuck = queues.work(
      'reconcile',
      (__, signal) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        running.open();
        return new Promise(() => undefined);
      },
      { timeout: 0 },
    );
    await queue.add(reconcile('a'));
    await running.passed;
    await stuck.close();

    expect(reasons).toHaveLength(1);
    expect(await queue.stats()).toEqual({ ...idle, waiting: 1 });
    queues.work('reconcile', async () => ok(undefined));
    await eventually(async () => expect(await queue.stats()).toEqual(idle));
  });

  it('keeps a group to its rate, and lets others pass', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const done: string[] = [];
    const rate = createRateLimit({ burst: 2, interval: hour }, () => 0);
    for (const stack of ['a', 'b', 'c']) await queue.add(reconcile(stack));
    await queue.add({ ...reconcile('d'), tenant: 'other' });
    queues.work(
      'reconcile',
      async (job) => {
        done.push(job.stack);
        return ok(undefined);
      },
      { limits: [{ group: (job) => job.tenant, rate }] },
    );

    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, delayed: 1 }));
    expect(done).toEqual(['a', 'b', 'd']);
  });

  it('leaves jobs of other workers to them, and gives such a job up if none takes it', async () => {
    const queues = await open();
    const queue = queues.queue('reconcile');
    const onEvent: string[] = [];
    const done: string[] = [];
    const takenFrom = (timeout: number) => ({
      isOwn: ({ stack }: { readonly stack: string }) => stack === 'mine',
      pause: 100,
      timeout,
      onEvent: ({ stack }: { readonly stack: string }) => void onEvent.push(stack),
    });
    const worker = queues.work(
      'reconcile',
      async (job) => {
        done.push(job.stack);
        return ok(undefined);
      },
      { others: takenFrom(hour) },
    );
    await queue.add(reconcile('theirs'));
    await queue.add(reconcile('mine'));

    await eventually(() => expect(onEvent.length).toBeGreaterThan(2));
    expect([...new Set(onEvent)]).toEqual(['theirs']);
    expect(done).toEqual(['mine']);
    await worker.close();
    const late = queues.work('reconcile', async () => ok(undefined), { others: takenFrom(0) });
    await eventually(async () => expect(await queue.stats()).toEqual({ ...idle, dead: 1 }));
    const [dead] = await queue.dead.list();
    expect(dead?.problem.code).toBe('job-of-nobody');
    await late.close();
    queues.work('reconcile', async (job) => {
      done.push(job.stack);
      return ok(undefined);
    });
    await queue.dead.retry(dead?.id ?? '');
    await eventually(() => expect(done).toEqual(['mine', 'theirs']));
  });

  it('adds a job repeatedly on a schedule', async () => {
    const queues = await open();
    const queue = queues.queue('collect');
    let runs = 0;
    queues.work('collect', async () => {
      runs += 1;
      return ok(undefined);
    });
    const job = { tenant: 'acme', source: 'trail' };
    const { id } = value(await queue.schedule(job, { kind: 'every', every: 20 }));

    await eventually(() => expect(runs).toBeGreaterThan(2));
    expect(await queue.unschedule(id)).toBe(true);
    expect(await queue.unschedule(id)).toBe(false);
    await eventually(async () => expect(await queue.stats()).toEqual(idle));
    expect(await queue.schedules()).toEqual([]);
  });

  it('has one schedule per id, which outlives its process', async () => {
    const namespace = `lasting${namespaces}`;
    const job = { tenant: 'acme', source: 'trail' };
    const when = { kind: 'cron' as const, cron: '30 3 * * *', timeZone: 'Asia/Kolkata' };
    const first = await open(namespace);
    await first.queue('collect').schedule(job, { kind: 'every', every: hour });
    await first.queue('collect').schedule(job, when);
    await first.queue('collect').schedule(job, when, { id: 'second' });
    await first.close();
    opened.splice(0);

    const found = await (await open(namespace)).queue('collect').schedules();
    expect(found.map((schedule) => schedule.when)).toEqual([when, when]);
    // 03:30 in Kolkata, which has no daylight saving time, is 22:00 UTC.
    expect(found.map(({ next }) => next?.slice(10))).toEqual(
      Array.from({ length: 2 }, () => 'T22:00:00.000Z'),
    );
  });

  it('takes the same schedules from several processes at the same time', async () => {
    const namespace = `shared${namespaces}`;
    const job = { tenant: 'acme', source: 'trail' };
    const daily = { kind: 'cron' as const, cron: '0 3 * * *', timeZone: 'Europe/Madrid' };
    const hourly = { kind: 'every' as const, every: hour };
    const queues = await Promise.all(Array.from({ length: 4 }, () => open(namespace)));
    for (let index = 0; index < 20; index += 1) {
      for (const when of [daily, hourly]) {
        const id = `${when.kind} ${index}`;
        const set = queues.map((each) => each.queue('collect').schedule(job, when, { id }));
        expect(await Promise.all(set)).toEqual(queues.map(() => ok({ id: expect.any(String) })));
      }
    }

    const queue = (await open(namespace)).queue('collect');
    const kinds = (await queue.schedules()).map(({ when }) => when.kind);
    expect(kinds.filter((kind) => kind === 'cron')).toHaveLength(20);
    expect(kinds.filter((kind) => kind === 'every')).toHaveLength(20);
    expect(await queue.stats()).toEqual({ ...idle, waiting: 20, delayed: 20 });
  });

  it('refuses an invalid schedule', async () => {
    const queue = (await open()).queue('collect');
    const job = { tenant: 'acme', source: 'trail' };
    const problem = { ok: false, error: { code: 'schedule-invalid' } };
    for (const every of [0, -1, 0.5, Number.NaN]) {
      expect(await queue.schedule(job, { kind: 'every', every })).toMatchObject(problem);
    }
    for (const [cron, timeZone] of [
      ['every day', 'UTC'],
      ['99 * * * *', 'UTC'],
      ['0 3 * * *', 'Mars/Olympus'],
    ] as const) {
      expect(await queue.schedule(job, { kind: 'cron', cron, timeZone })).toMatchObject(problem);
    }
    expect(await queue.schedules()).toEqual([]);
  });
});

it.each([
  { kind: 'redis', url: 'redis://me:hunter2@127.0.0.1:1' },
  { kind: 'server', url: 'postgres://me:hunter2@127.0.0.1:1/none' },
] as const)('reports that there is no server: $kind', async (location) => {
  const opening = await openQueues(location, { report: () => undefined });

  expect(opening).toMatchObject({ ok: false, error: { code: 'queue-not-opened' } });
  expect(JSON.stringify(opening)).not.toContain('hunter2');
});
