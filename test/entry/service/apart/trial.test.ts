import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigFile } from '../../../../src/config/schema.ts';
import { createApart } from '../../../../src/entry/service/apart/run-apart.ts';
import type { Io } from '../../../../src/ports/io.ts';
import type { StackRunInput } from '../../../../src/ports/stack-run.ts';

const change = {
  address: 'aws_sqs_queue.a',
  path: ['delay_seconds'],
  value: 5,
  caller: { principal: 'arn:aws:iam::123456789012:role/a' },
};

it('ends a trial after the time that the settings allow', async () => {
  const settings = ConfigFile.parse({
    limits: { trial: { time: '5s' } },
    // The name tells the program what to do.
    stacks: [{ name: 'waits', tenant: 'ours', repository: 'https://git.example/shop.git' }],
  });
  const home = import.meta.dirname;
  const io: Io = {
    ...{ env: {}, cwd: home, columns: 80, color: false },
    ...{ out: () => undefined, err: () => undefined },
    ...{ now: () => '2026-03-01T00:00:00.000Z', elapsed: () => performance.now() },
  };
  const apart = createApart({
    ...{ io, settings, written: settings, home, env: {}, now: io.now, elapsed: io.elapsed },
    incidents: { list: async () => [] },
    program: join(home, 'obedient.mjs'),
  });
  const input = {
    stack: settings.stacks[0],
    checkout: { revision: 'a'.repeat(40), top: '/nowhere', root: '/nowhere' },
    ...{ store: {}, log: {}, answers: [], wishes: [], confirms: false },
    signal: new AbortController().signal,
  } as unknown as StackRunInput;

  const ended = await apart.tryChange(input, change);
  apart.close();

  expect(ended).toMatchObject({
    error: { code: 'run-timeout', message: 'The run took longer than 5 seconds, and was stopped.' },
  });
});
