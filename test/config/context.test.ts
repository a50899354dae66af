import { describe, expect, it } from 'vitest';
import { arbitrationContext } from '../../src/config/context.ts';
import { ConfigFile } from '../../src/config/schema.ts';

const tags: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'aws_sqs_queue.jobs': { Environment: 'production' },
  'aws_sqs_queue.trial': { Environment: 'dev' },
  'aws_sqs_queue.odd': { Environment: 7 },
};

function contextOf(settings: object, workspace = 'default') {
  const config = ConfigFile.parse(settings);
  const place = { root: '/repo/envs/prod/eu', workspace };
  return arbitrationContext(config, '2026-03-14T09:00:00.000Z', place, (a) => tags[a] ?? {});
}

describe('environments', () => {
  const environments = [
    { name: 'sandbox', workspace: 'sandbox' },
    { name: 'edge', addresses: ['module.edge', 'aws_vpc.main'] },
    { name: 'production', tag: 'Environment', values: ['prod', 'production', '7'] },
  ];

  it.each([
    ['aws_sqs_queue.jobs', 'default', 'production'],
    ['aws_sqs_queue.odd', 'default', 'production'],
    ['aws_sqs_queue.trial', 'default', undefined],
    ['aws_sqs_queue.unknown', 'default', undefined],
    ['module.edge.aws_vpc.main', 'default', 'edge'],
    ['module.edge["x"].aws_vpc.main', 'default', 'edge'],
    ['aws_vpc.main', 'default', 'edge'],
    ['aws_vpc.main[0]', 'default', 'edge'],
    ['module.edges.aws_vpc.main', 'default', undefined],
    ['aws_sqs_queue.jobs', 'sandbox', 'sandbox'],
  ])('%s in workspace %s is in %s', (address, workspace, name) => {
    expect(contextOf({ environments }, workspace).environmentOf(address)).toBe(name);
  });

  it.each([
    ['envs/prod', 'p'],
    ['./prod/eu/', 'p'],
    ['envs\\prod', 'p'],
    ['prod', 'p'],
    ['envs/pro', undefined],
    ['envs/eu', undefined],
  ])('may be identified by folders: %s', (path, name) => {
    const environments = [{ name: 'p', path }];

    expect(contextOf({ environments }).environmentOf('aws_vpc.main')).toBe(name);
  });

  it('must match all their conditions at once', () => {
    const both = [{ name: 'p', tag: 'Environment', values: ['production'], workspace: 'eu' }];

    expect(contextOf({ environments: both }, 'eu').environmentOf('aws_sqs_queue.jobs')).toBe('p');
    expect(contextOf({ environments: both }).environmentOf('aws_sqs_queue.jobs')).toBe(undefined);
  });
});

describe('windows', () => {
  it('are converted to UTC, so that they compare as strings', () => {
    const context = contextOf({
      incidents: [{ id: 'INC-1', from: '2026-03-14T03:00:00+01:00' }],
      maintenance: [{ id: 'M', from: '2026-03-14T02:00:00Z', to: '2026-03-13T22:30:00-05:00' }],
      freezes: [
        { from: '2026-12-20T00:00:00Z', to: '2027-01-04T00:00:00Z', environments: ['production'] },
        { from: '2026-07-01T00:00:00Z', reason: 'audit' },
      ],
    });

    expect(context.now).toBe('2026-03-14T09:00:00.000Z');
    expect(context.incidents).toEqual([{ id: 'INC-1', from: '2026-03-14T02:00:00.000Z' }]);
    expect(context.maintenance).toEqual([
      { id: 'M', from: '2026-03-14T02:00:00.000Z', to: '2026-03-14T03:30:00.000Z' },
    ]);
    expect(context.freezes.map(({ id }) => id)).toEqual(['freeze 1', 'audit']);
    expect(context.freezes[0]?.environments).toEqual(['production']);
  });
});
