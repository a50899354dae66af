import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/config/schema.ts';
import { createStackTrial, type StackTrialDeps } from '../../../src/entry/service/stack-trial.ts';
import { fail, ok } from '../../../src/model/result.ts';

const { stacks } = ConfigFile.parse({
  stacks: [{ name: 'shop', tenant: 'ours', repository: 'https://git.example/shop.git' }],
});
const key = { tenant: 'ours', stack: 'shop' };
const change = {
  address: 'aws_sqs_queue.a',
  path: ['delay_seconds'],
  value: 5,
  caller: { principal: 'arn:aws:iam::123456789012:role/a' },
};
const nothing = { fields: [], patched: [], unresolved: [] };

function scene(tryChange: StackTrialDeps['tryChange'], timeout = 60_000) {
  let folders = 0;
  const store = {
    project: () => ({}),
    collected: () => ({}),
    answers: { list: async () => [] },
  } as unknown as StackTrialDeps['store'];
  const trial = createStackTrial({
    store,
    stacks,
    tryChange,
    timeout,
    checkouts: {
      async open() {
        folders += 1;
        const release = async () => {
          folders -= 1;
        };
        return ok({ revision: 'a'.repeat(40), top: '/nowhere', root: '/nowhere', release });
      },
    },
  });
  return { trial, folders: () => folders };
}

describe('a trial of a change to a stack', () => {
  it('works only for a stack of the tenant', async () => {
    const { trial } = scene(async () => ok(nothing));

    expect(await trial(key, change)).toEqual(ok(nothing));
    expect(await trial({ ...key, tenant: 'theirs' }, change)).toMatchObject({
      error: { code: 'no-such-stack' },
    });
  });

  it('is refused while two others are running, and leaves no folder', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { trial, folders } = scene(async () => {
      await ended;
      return ok(nothing);
    });
    const running = [trial(key, change), trial(key, change)];

    expect(await trial(key, change)).toMatchObject({ error: { code: 'trials-busy' } });
    end();
    expect(await Promise.all(running)).toEqual([ok(nothing), ok(nothing)]);
    expect(await trial(key, change)).toEqual(ok(nothing));
    expect(folders()).toBe(0);
  });

  it('is stopped after the time in the settings', async () => {
    const { trial, folders } = scene(async ({ signal }) => {
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      return fail({ code: 'stopped', message: 'It was stopped.' });
    }, 20);

    expect(await trial(key, change)).toMatchObject({
      error: { code: 'trial-late', message: expect.stringContaining('longer than 0.02 seconds') },
    });
    expect(folders()).toBe(0);
  });

  it('that throws takes no slot from others', async () => {
    const { trial, folders } = scene(async () => {
      throw new Error('broken');
    });

    for (const _ of [1, 2, 3]) await expect(trial(key, change)).rejects.toThrow('broken');
    expect(folders()).toBe(0);
  });
});
