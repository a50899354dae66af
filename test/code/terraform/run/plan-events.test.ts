import { describe, expect, it } from 'vitest';
import { readPlanEvents } from '../../../../src/code/terraform/run/plan-events.ts';
import { quietPlan } from '../../../../src/code/terraform/run/quiet-plan.ts';

const resource = (addr: string) => ({ addr, resource_type: 'aws_sqs_queue', resource_key: null });
const line = (type: string, members: object) =>
  JSON.stringify({ '@level': 'info', type, ...members });
const refreshed = (addr: string) => line('refresh_start', { hook: { resource: resource(addr) } });
const drifted = (addr: string) =>
  line('resource_drift', { change: { resource: resource(addr), action: 'update' } });
const planned = (addr: string, action: string, more: object = {}) =>
  line('planned_change', { change: { resource: resource(addr), action, ...more } });
const outputs = (actions: Readonly<Record<string, string>>) =>
  line('outputs', {
    outputs: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, { sensitive: false, action }]),
    ),
  });

const a = 'aws_sqs_queue.a';
const b = 'module.m["x.y"].aws_sqs_queue.b';
const read = (...lines: readonly string[]) => readPlanEvents(lines.join('\n'));

describe('the output lines of a plan', () => {
  it('tell what was read, what drifted, what is planned and which outputs change', () => {
    const events = read(
      line('version', { terraform: '1.11.4' }),
      refreshed(a),
      refreshed(b),
      drifted(b),
      planned(a, 'import', { importing: { id: 'url' } }),
      planned(b, 'move', { previous_resource: resource('aws_sqs_queue.b') }),
      line('change_summary', { changes: { add: 0 } }),
      outputs({ z: 'update', y: 'noop', x: 'create' }),
      'Not a line of JSON',
      '',
    );

    expect(events).toEqual({
      terraform: '1.11.4',
      refreshed: [a, b],
      drifted: [b],
      planned: [
        { address: a, type: 'aws_sqs_queue', action: 'import', importing: 'url' },
        { address: b, type: 'aws_sqs_queue', action: 'move', previousAddress: 'aws_sqs_queue.b' },
      ],
      outputs: ['x', 'z'],
    });
  });
});

describe('a plan without values', () => {
  it('has the requested resources that exist, unchanged', () => {
    const plan = quietPlan(read(refreshed(a)), [a, b, 'aws_sqs_queue.gone'], new Set([a, b]));

    expect(
      plan?.resourceChanges.map(({ address, type, actions }) => [address, type, actions]),
    ).toEqual([
      [a, 'aws_sqs_queue', ['no-op']],
      [b, 'aws_sqs_queue', ['no-op']],
    ]);
    expect(plan).toMatchObject({ errored: false, resourceDrift: [], importing: [], outputs: [] });
    expect(plan?.configures(a, 'name')).toBe(false);
  });

  it('has imports that change nothing, and renamed resources', () => {
    const events = read(
      planned(a, 'import', { importing: { id: 'url' } }),
      planned(b, 'move', { previous_resource: resource('aws_sqs_queue.b') }),
      outputs({ x: 'update' }),
    );

    const plan = quietPlan(events, [a, b, 'aws_sqs_queue.b'], new Set(['aws_sqs_queue.b']));

    expect(plan?.resourceChanges).toMatchObject([
      { address: a, importing: 'url', actions: ['no-op'] },
      { address: b, previousAddress: 'aws_sqs_queue.b', actions: ['no-op'] },
    ]);
    expect(plan).toMatchObject({ importing: [a], counts: { import: 1 }, outputs: ['x'] });
    expect(plan?.resourceChanges).toHaveLength(2);
  });

  it.each<readonly [string, readonly string[]]>([
    ['an update', [planned(a, 'update')]],
    ['a creation', [planned(a, 'create')]],
    ['a deletion elsewhere', [planned('aws_sqs_queue.other', 'delete')]],
    ['an import that also updates', [planned(a, 'update', { importing: { id: 'url' } })]],
    ['a data source that is read later', [planned('data.aws_x.y', 'read')]],
    ['an action that is not known', [planned(a, 'forget')]],
    ['a drift', [drifted(a)]],
  ])('cannot be made if there is %s', (_, lines) => {
    expect(quietPlan(read(...lines), [a], new Set([a]))).toBeUndefined();
  });
});
