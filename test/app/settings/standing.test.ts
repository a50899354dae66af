import { describe, expect, it } from 'vitest';
import { leaveStanding, silence, takeStanding } from '../../../src/app/settings/standing.ts';
import type { Mark, MarkLog } from '../../../src/ports/store/service-store.ts';

type Marks = Pick<MarkLog, 'put' | 'list' | 'drop'>;

function memory(): Marks {
  const kept = new Map<string, Mark>();
  return {
    async put(_, key, mark) {
      kept.set(key, mark);
    },
    list: async (_, prefix) =>
      [...kept].flatMap(([key, mark]) => (key.startsWith(prefix) ? [{ key, ...mark }] : [])),
    async drop(_, key) {
      kept.delete(key);
    },
  };
}

const start = Date.parse('2026-05-01T00:00:00Z');

function world() {
  const marks = memory();
  let at = start;
  const now = () => new Date(at).toISOString();
  return {
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    look: (process: string, digest: string) =>
      takeStanding({ marks, now }, { process, digest, schedules: [`scan ${digest}`, 'scan all'] }),
    leave: (process: string) => leaveStanding({ marks }, process),
  };
}

describe('versions of settings', () => {
  it('count as the store first saw them, however many processes have them', async () => {
    const { look } = world();

    expect(await look('a', 'first')).toMatchObject({ version: 1, newest: 1 });
    expect(await look('b', 'first')).toMatchObject({ version: 1, newest: 1 });
    expect(await look('b', 'second')).toMatchObject({ version: 2, newest: 2 });
    expect(await look('a', 'first')).toMatchObject({ version: 1, newest: 2 });
    expect(await look('b', 'second')).toMatchObject({ version: 2, newest: 2 });
  });

  it('tell the schedules of all that live', async () => {
    const { look, pass } = world();
    await look('a', 'first');
    await look('b', 'second');

    expect([...(await look('a', 'first')).schedules].sort()).toEqual([
      'scan all',
      'scan first',
      'scan second',
    ]);
    pass(silence + 1);

    expect([...(await look('b', 'second')).schedules].sort()).toEqual(['scan all', 'scan second']);
  });

  it('that come again are old while somebody has newer ones', async () => {
    const { look } = world();
    await look('a', 'first');
    await look('a', 'second');

    expect(await look('late', 'first')).toMatchObject({ version: 1, newest: 2 });
    expect(await look('late', 'first')).toMatchObject({ version: 1, newest: 2 });
  });

  it.each([
    ['has ended', (of: ReturnType<typeof world>) => of.leave('a')],
    ['says nothing any more', async (of: ReturnType<typeof world>) => of.pass(silence + 1)],
  ])('that come again are the newest when the last with newer ones %s', async (_, go) => {
    const of = world();
    await of.look('a', 'first');
    await of.look('a', 'second');
    await go(of);

    expect(await of.look('b', 'first')).toMatchObject({ version: 3, newest: 3 });
    expect(await of.look('b', 'first')).toMatchObject({ version: 3, newest: 3 });
    expect(await of.look('c', 'second')).toMatchObject({ version: 2, newest: 3 });
  });
});
