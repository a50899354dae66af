import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createLiveHub } from '../../../src/entry/web/live/hub.ts';
import { type LiveAsk, liveStream } from '../../../src/entry/web/live/stream.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';

const opened: ReadableStreamDefaultReader<Uint8Array>[] = [];
afterEach(async () => {
  for (const reader of opened.splice(0)) await reader.cancel();
});

function world() {
  const versions = new Map([
    ['shop', new Map([['prod', 3]])],
    ['bank', new Map([['prod', 7]])],
  ]);
  const asked: string[] = [];
  const ending = new AbortController();
  const shown = {
    versions: async (tenant: string) => {
      asked.push(tenant);
      return versions.get(tenant) ?? new Map<string, number>();
    },
  };
  const hub = createLiveHub({ store: { shown }, log: silentLog, ending: ending.signal, pause: 1 });
  /** Opens a stream; the returned function reads until a text comes, or the stream ends. */
  const open = (more: Partial<LiveAsk> = {}) => {
    const stream = liveStream(hub, {
      ...{ tenant: 'shop', session: 's', stacks: ['prod'], since: 3, beat: 5 },
      isSignedIn: async () => true,
      ...more,
    });
    const reader = stream?.getReader();
    if (reader !== undefined) opened.push(reader);
    let got = '';
    return async (text: string): Promise<string> => {
      while (!got.includes(text)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return `${got}(over)`;
        got += Buffer.from(value ?? []).toString();
      }
      return got;
    };
  };
  const change = (tenant: string, stack: string) => {
    const of = versions.get(tenant) ?? new Map<string, number>();
    versions.set(tenant, new Map(of).set(stack, (of.get(stack) ?? 0) + 1));
  };
  return { open, change, asked, ending, hub };
}

it('notifies a page of changes since it was made, once each', async () => {
  const { open, change } = world();
  const received = open({ since: 2 });
  expect(await received('event: change')).toContain('id: 3\nevent: change\n');
  change('shop', 'prod');
  const all = await received('id: 4');
  expect(all.match(/event: change/g)).toHaveLength(2);
});

it('sends heartbeats, and nothing else while nothing changes', async () => {
  const { open } = world();
  expect(await open()(': \n\n')).toBe('retry: 3000\n\n: \n\n');
});

it("notifies nobody about other tenants' stacks, nor about stacks not on the page", async () => {
  const { open, change, asked } = world();
  const received = open();
  change('bank', 'prod');
  change('shop', 'lab');
  await received(': \n\n');
  change('shop', 'prod');
  expect(await received('event: change')).toContain('id: 4\n');
  expect(new Set(asked)).toEqual(new Set(['shop']));
});

it('ends with the session, before any further event', async () => {
  const { open, change } = world();
  let isSignedIn = true;
  const received = open({ isSignedIn: async () => isSignedIn });
  await received(': \n\n');
  isSignedIn = false;
  change('shop', 'prod');
  const all = await received('(never)');
  expect(all).toContain('event: end\ndata: signed-out\n\n(over)');
  expect(all).not.toContain('event: change');
});

it('keeps the six newest pages of a session', async () => {
  const { open } = world();
  const first = open();
  const others = [1, 2, 3, 4, 5].map(() => open());
  const stranger = open({ session: 'other' });
  const seventh = open();
  expect(await first('(never)')).toContain('data: elsewhere\n\n(over)');
  for (const one of [...others, stranger, seventh])
    expect(await one(': \n\n')).not.toContain('end');
});

it('ends all streams when the process stops or reloads, and accepts no more', async () => {
  const { open, ending } = world();
  const received = open();
  ending.abort();
  expect(await received('(never)')).toContain('event: end\ndata: over\n\n(over)');
  expect(await open()('(never)')).toBe('(over)');
});

it('queries nothing while nobody listens', async () => {
  const { open, asked } = world();
  await open()(': \n\n');
  await opened.splice(0)[0]?.cancel();
  // One query may still be running.
  await sleep(20);
  const then = asked.length;
  await sleep(40);
  expect(asked.length).toBe(then);
});
