import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskEnd } from '../../../../src/entry/service/apart/child.ts';
import type { Lend } from '../../../../src/entry/service/apart/lend.ts';
import { lossProblem } from '../../../../src/entry/service/apart/loss.ts';
import type { ApartTask } from '../../../../src/entry/service/apart/messages.ts';
import { createPool, type Pool } from '../../../../src/entry/service/apart/pool.ts';
import { eventually } from '../../../eventually.ts';

const program = join(import.meta.dirname, 'obedient.mjs');
/** Long enough for a busy machine; what has to end by its time gets less. */
const bounds = { time: 240_000, memory: 256 };
const pools: Pool[] = [];

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function openPool(): Pool {
  const pool = createPool({ program, env: { OWN: '1' }, bounds, grace: 200 });
  pools.push(pool);
  return pool;
}

/** `time` is in milliseconds, for this task alone. */
function act(
  pool: Pool,
  name: string,
  signal = new AbortController().signal,
  lend = noLend,
  time?: number,
) {
  return pool.do({ kind: 'judge', stack: { name } } as ApartTask, lend, signal, time);
}

const noLend: Lend = async (method) => {
  throw new Error(`A run may not call ${method}.`);
};

async function pidOf(pool: Pool): Promise<number> {
  const end = await act(pool, 'answers');
  if (end.kind !== 'done' || !end.result.ok) throw new Error(end.kind);
  return (end.result.value as { pid: number }).pid;
}

describe('the process of a run', () => {
  it('is kept for the next task, and has only the environment that it was given', async () => {
    const pool = openPool();
    const end = await act(pool, 'answers');

    expect(end).toMatchObject({ kind: 'done', result: { value: { env: ['OWN'] } } });
    expect(await pidOf(pool)).toBe(await pidOf(pool));
  });

  it.each<[string, number | undefined, TaskEnd]>([
    ['loops', 500, { kind: 'lost', loss: { kind: 'time' } }],
    ['waits', 500, { kind: 'lost', loss: { kind: 'time' } }],
    ['hoards', undefined, { kind: 'lost', loss: { kind: 'memory' } }],
    ['has much memory', undefined, { kind: 'lost', loss: { kind: 'memory' } }],
    ['exits', undefined, { kind: 'lost', loss: { kind: 'crash', how: 'exit code 7' } }],
    ['is killed', undefined, { kind: 'lost', loss: { kind: 'crash', how: 'SIGKILL' } }],
    ['throws', undefined, { kind: 'broken', message: 'It threw.' }],
  ])('ends, and is replaced, when it %s', async (name, time, expected) => {
    const pool = openPool();
    const before = await pidOf(pool);

    expect(await act(pool, name, undefined, noLend, time)).toEqual(expected);

    await eventually(() => expect(existsSync(`/proc/${before}`)).toBe(false));
    expect(await pidOf(pool)).not.toBe(before);
  });

  it('is abandoned at once when the caller aborts, and ends', async () => {
    const pool = openPool();
    const before = await pidOf(pool);
    const controller = new AbortController();
    const ending = act(pool, 'loops', controller.signal);
    controller.abort();

    expect(await ending).toEqual({ kind: 'given-up' });
    await eventually(() => expect(existsSync(`/proc/${before}`)).toBe(false));
  });

  it('gets results for calls that are allowed, and refusals for others', async () => {
    const pool = openPool();
    const lend: Lend = async (method, args) =>
      method === 'memory' ? new Map([['a', 1n]]) : noLend(method, args);
    const { signal } = new AbortController();

    expect(await act(pool, 'memory', signal, lend)).toMatchObject({
      result: { value: ['answer', new Map([['a', 1n]])] },
    });
    expect(await act(pool, 'intents', signal, lend)).toMatchObject({
      result: { value: ['refusal', 'A run may not call intents.'] },
    });
  });

  it('has no more time than the settings allow', async () => {
    const short = { ...bounds, time: 500 };
    const pool = createPool({ program, env: {}, bounds: short, grace: 200 });
    pools.push(pool);

    for (const time of [undefined, 60_000]) {
      expect(await act(pool, 'waits', undefined, noLend, time)).toEqual({
        kind: 'lost',
        loss: { kind: 'time' },
      });
    }
  });

  it('is reported as lost if it cannot be started', async () => {
    const pool = createPool({ program: `${program}.none`, env: {}, bounds, grace: 200 });
    pools.push(pool);

    expect(await act(pool, 'answers')).toEqual({
      kind: 'lost',
      loss: { kind: 'crash', how: 'exit code 1' },
    });
  });
});

it.each([
  [30 * 60_000, '30 minutes'],
  [60_000, '60 seconds'],
  [10_000, '10 seconds'],
  [90_000, '90 seconds'],
])('spells out %d ms', (time, said) => {
  expect(lossProblem({ kind: 'time' }, { time, memory: 256 }).message).toContain(`than ${said},`);
});
