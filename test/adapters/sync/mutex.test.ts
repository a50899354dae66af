import { expect, it } from 'vitest';
import { createMutex } from '../../../src/adapters/sync/mutex.ts';

it('starts nothing before what came first has ended, whether or not it failed', async () => {
  const inTurn = createMutex();
  const said: string[] = [];
  const work = (name: string, isBad: boolean) =>
    inTurn(async () => {
      said.push(`${name} begins`);
      await Promise.resolve();
      said.push(`${name} ends`);
      if (isBad) throw new Error(name);
      return name;
    });
  const ends = await Promise.allSettled([work('a', true), work('b', false), work('c', true)]);

  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
});
