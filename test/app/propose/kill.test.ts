import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage, type Want } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage.stop();
  // Requests of a killed process get an answer that no forge would give.
  const strayings = stage.forge.strayings.filter((one) => !one.endsWith('no answer 401'));
  expect(strayings).toEqual([]);
});

const branches = () => stage.state.pulls.filter(({ state }) => state === 'open');

it('ends with one proposal per intent, wherever the process was killed', async () => {
  let isKilled = true;
  let step = 0;
  await stage.propose({ name: 'a', value: 10 }, { name: 'b', value: 4 });
  while (isKilled) {
    step += 1;
    // One proposal is updated, one is new, and that of the previous round is closed.
    const comes: Want = { name: step % 2 === 0 ? 'b' : 'c', value: 4 };
    const run = await stage.run({ name: 'a', value: 10 + step }, comes);

    isKilled = await stage.killAt(step, run);
    expect(await stage.handle(run)).toMatchObject({ ok: true });

    const open = branches().map(({ branch }) => branch);
    expect(open.toSorted()).toEqual(['parley/i-a', `parley/i-${comes.name}`]);
    expect(stage.repository.branches()).toEqual(['main', ...open.toSorted()]);
    expect(stage.repository.read('main.tf', 'parley/i-a')).toContain(`a = ${10 + step}\n`);
    const known = (await stage.known()).map(({ number }) => number);
    expect(known).toEqual(branches().map(({ number }) => number));
  }
  // It was killed at each step in turn, and at the end at none.
  expect(step).toBeGreaterThan(15);
}, 600_000);
