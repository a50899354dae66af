import { describe, expect, it } from 'vitest';
import { type BorrowedCall, borrowedStore } from '../../../../src/entry/service/apart/borrowed.ts';
import { createLend } from '../../../../src/entry/service/apart/lend.ts';
import type { Store } from '../../../../src/ports/store/run-store.ts';

const page = [['{"a":1}'], ['{"b":2}', '{"c":3}']];

const store = {
  memory: async () => ({ events: [], open: [] }),
  latestRun: async () => undefined,
  collected: {
    async *read(source: string) {
      if (source === 'gone') throw new Error('The database does not answer.');
      yield* page;
    },
  },
} as unknown as Store;

const lend = createLend({ store });
const call: BorrowedCall = async <T>(method: string, ...args: readonly unknown[]) =>
  (await lend(method, args)) as T;
const since = '2026-03-14T00:00:00.000Z';

async function all(source: string): Promise<readonly (readonly string[])[]> {
  const lists: (readonly string[])[] = [];
  for await (const list of borrowedStore(call).collected.read(source, since)) lists.push(list);
  return lists;
}

describe('what a run may use from the service', () => {
  it('includes records, one list at a time', async () => {
    expect(await all('trail')).toEqual(page);
  });

  it('passes on an error while reading', async () => {
    await expect(all('gone')).rejects.toThrow('does not answer');
  });

  it('includes the memory of its store', async () => {
    expect(await borrowedStore(call).memory()).toEqual({ events: [], open: [] });
    expect(await borrowedStore(call).latestRun()).toBeUndefined();
  });

  it.each([
    ['recordRun', [{}]],
    ['keepAnswer', [{}]],
    ['declareIntent', [{}]],
    ['appendFeedback', [[]]],
    ['stepIntent', []],
    ['collected.add', [{}]],
    ['collected.prune', ['trail', since]],
    ['collected.next', [99]],
    ['collected.begin', ['trail', 'yesterday']],
    ['model.ask', [{}]],
    ['external.ask', [{}]],
    ['close', []],
    ['constructor', []],
    ['memory', ['more']],
  ])('does not include %s', async (method, args) => {
    await expect(lend(method, args)).rejects.toThrow(/may not call|not arguments|There is no read/);
  });
});
