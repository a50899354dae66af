import { expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import { deploymentsIn } from '../../../src/reconcile/managed/deployments.ts';

const deployer = 'arn:aws:iam::1:role/deploy';

type Deployed = Parameters<typeof deploymentsIn>[0] extends Iterable<infer One> ? One : never;

function event(time: string, actor: Partial<Actor> = {}, type = 'aws_sqs_queue'): Deployed {
  return {
    time: `2026-03-14T${time}Z`,
    actor: {
      ...{ class: 'iac', principal: deployer, name: 'deploy', session: 'run-1' },
      ...{ signature: 'terraform', evidence: 'claimed', ...actor },
    },
    translation: {
      ...({ kind: 'effects', redacted: false } as const),
      effects: [
        {
          ...{ event: time, time, resource: { type, keys: [] } },
          change: { kind: 'set', path: ['delay_seconds'], value: { kind: 'known', value: 1 } },
        },
      ],
    },
  };
}

/** The index of a state that has queues only. */
const index: Parameters<typeof deploymentsIn>[1] = {
  find: ({ type }) =>
    type === 'aws_sqs_queue' ? { kind: 'found', resource: {} as never } : { kind: 'none' },
};

const found = (...events: readonly Deployed[]) =>
  deploymentsIn(events, index, [deployer]).map(({ name, from, to }) => [
    name,
    from.slice(11, 19),
    to.slice(11, 19),
  ]);

it('joins the changes of one run, in whatever order the log has them', () => {
  const changes = [event('02:05:00'), event('02:00:00'), event('02:19:00')];
  expect(found(...changes)).toEqual([['role/deploy', '02:00:00', '02:19:00']]);
});

it('tells runs apart by their session, and by a long pause', () => {
  expect(
    found(
      event('02:00:00'),
      event('02:01:00', { session: 'run-2' }),
      event('02:16:00'),
      event('02:03:00', { session: 'run-2' }),
    ),
  ).toEqual([
    ['role/deploy', '02:00:00', '02:00:00'],
    ['role/deploy', '02:01:00', '02:03:00'],
    ['role/deploy', '02:16:00', '02:16:00'],
  ]);
});

it.each([
  ['people', { class: 'human', principal: 'arn:aws:iam::1:user/ben' }, 'aws_sqs_queue'],
  ['what is not managed', {}, 'aws_sns_topic'],
] as const)('leaves out %s', (_, actor, type) => {
  expect(found(event('02:00:00', actor, type))).toEqual([]);
});

it('notes that a caller unknown to the settings only claims its name', () => {
  const [[name] = []] = found(event('02:00:00', { principal: 'arn:aws:iam::1:role/mine' }));
  expect(name).toBe('another Terraform run (role/mine), as the caller claims');
});
