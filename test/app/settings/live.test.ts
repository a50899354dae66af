import { describe, expect, it } from 'vitest';
import { announceSettings, withdrawSettings } from '../../../src/app/settings/live.ts';
import type { LastSeenLog } from '../../../src/ports/store/state/types.ts';

/** Milliseconds of silence after which a process counts as gone. */
const silence = 90_000;

function memory(): Pick<LastSeenLog, 'put' | 'list' | 'drop'> {
  const kept = new Map<string, { value: unknown; until: string }>();
  return {
    async put(_, key, state) {
      kept.set(key.text, state);
    },
    list: async (_, { prefix, schema }) =>
      [...kept].flatMap(([key, { value, until }]) =>
        key.startsWith(prefix)
          ? [{ name: key.slice(prefix.length), value: schema.parse(value), until }]
          : [],
      ),
    async drop(_, key) {
      kept.delete(key.text);
    },
  };
}

const start = Date.parse('2026-05-01T00:00:00Z');

function world() {
  const lastSeen = memory();
  let at = start;
  const now = () => new Date(at).toISOString();
  return {
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    look: (process: string, digest: string) =>
      announceSettings(
        { lastSeen, now },
        { process, digest, schedules: [`scan ${digest}`, 'scan all'] },
      ),
    leave: (process: string) => withdrawSettings({ lastSeen }, process),
  };
}

describe('versions of settings', () => {
  it('are numbered as the store first saw them, however many processes have them', async () => {
    const { look } = world();

    expect(await look('a', 'first')).toMatchObject({ version: 1, newest: 1 });
    expect(await look('b', 'first')).toMatchObject({ version: 1, newest: 1 });
    expect(await look('b', 'second')).toMatchObject({ version: 2, newest: 2 });
    expect(await look('a', 'first')).toMatchObject({ version: 1, newest: 2 });
    expect(await look('b', 'second')).toMatchObject({ version: 2, newest: 2 });
  });

  it('show the schedules of all live processes', async () => {
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

  it('that come back are old while another process has newer ones', async () => {
    const { look } = world();
    await look('a', 'first');
    await look('a', 'second');

    expect(await look('late', 'first')).toMatchObject({ version: 1, newest: 2 });
    expect(await look('late', 'first')).toMatchObject({ version: 1, newest: 2 });
  });

  it.each([
    ['has ended', (of: ReturnType<typeof world>) => of.leave('a')],
    ['says nothing any more', async (of: ReturnType<typeof world>) => of.pass(silence + 1)],
  ])('that come back are the newest when the last process with newer ones %s', async (_, go) => {
    const of = world();
    await of.look('a', 'first');
    await of.look('a', 'second');
    await go(of);

    expect(await of.look('b', 'first')).toMatchObject({ version: 3, newest: 3 });
    expect(await of.look('b', 'first')).toMatchObject({ version: 3, newest: 3 });
    expect(await of.look('c', 'second')).toMatchObject({ version: 2, newest: 3 });
  });

  it('stay old while the process with newer ones restarts', async () => {
    const { look, leave, pass } = world();
    await look('worker', 'first');
    await look('server', 'second');
    await leave('server');

    expect(await look('worker', 'first')).toMatchObject({ version: 1, newest: 1 });
    pass(silence + 1);
    expect(await look('worker', 'first')).toMatchObject({ version: 1, newest: 1 });
    expect(await look('restarted', 'second')).toMatchObject({ version: 2, newest: 2 });
    expect(await look('worker', 'first')).toMatchObject({ version: 1, newest: 2 });
  });
});
