import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../../src/code/terraform/run/plan.ts';
import { change, idle, plan, planText } from './plan-json.ts';

describe('parsePlan', () => {
  it('reads changes, drift, imports and counts', () => {
    const read = plan({
      resource_changes: [
        change('aws_vpc.b', ['update'], { cidr: 'a', tags: null }, { cidr: 'b', tags: {} }),
        change('aws_vpc.a', ['delete', 'create'], { id: 'x' }, { id: 'y' }),
        change('aws_vpc.c', ['create'], null, { cidr: 'c' }, { after_unknown: { id: true } }),
        idle('aws_vpc.d', {}, { importing: { id: 'vpc-1' } }),
        change('data.aws_ami.e', ['read'], null, {}),
      ],
      resource_drift: [change('aws_vpc.b', ['update'], { cidr: '0' }, { cidr: 'a' })],
    });

    expect(read.counts).toEqual({ import: 1, add: 2, change: 1, destroy: 1 });
    expect(read.importing).toEqual(['aws_vpc.d']);
    expect(read.resourceChanges.map(({ address }) => address)).toEqual([
      'aws_vpc.a',
      'aws_vpc.b',
      'aws_vpc.c',
      'aws_vpc.d',
      'data.aws_ami.e',
    ]);
    expect(read.resourceChanges[1]?.differences).toEqual([
      { path: ['cidr'], before: 'a', after: 'b' },
    ]);
    expect(read.resourceChanges[2]?.unknown).toEqual(['id']);
    expect(read.resourceDrift[0]?.differences).toEqual([
      { path: ['cidr'], before: '0', after: 'a' },
    ]);
    expect([read.errored, read.terraformVersion]).toEqual([false, '1.11.4']);
  });

  it('drops sensitive values, but tells that they differ', () => {
    const read = plan({
      resource_changes: [
        change(
          'aws_x.a',
          ['update'],
          { password: 'OLD', user: [{ name: 'n', key: 'OLD' }], env: { A: 'OLD', B: 'x' } },
          { password: 'NEW', user: [{ name: 'n', key: 'NEW' }], env: { A: 'OLD', B: 'y' } },
          {
            before_sensitive: { password: true, env: { A: true } },
            after_sensitive: { password: true, user: [{ key: true }], env: { A: true } },
          },
        ),
      ],
    });

    const [first] = read.resourceChanges;
    expect(first?.before).toEqual({ user: [{ name: 'n' }], env: { B: 'x' } });
    expect(first?.after).toEqual({ user: [{ name: 'n' }], env: { B: 'y' } });
    expect(first?.differences).toEqual([
      { path: ['env', 'B'], before: 'x', after: 'y' },
      { path: ['password'], before: null, after: null },
      { path: ['user', 0, 'key'], before: null, after: null },
    ]);
    expect(JSON.stringify(read)).not.toMatch(/OLD|NEW/);
  });

  it('drops a sensitive resource as a whole, and differing secrets in lists', () => {
    const read = plan({
      resource_changes: [
        change('aws_x.a', ['update'], { a: 'OLD' }, { a: 'NEW' }, { after_sensitive: true }),
        change(
          'aws_x.b',
          ['update'],
          { user: [{ key: 'OLD' }] },
          { user: [{ key: 'OLD' }, { key: 'NEW' }] },
          { after_sensitive: { user: [{ key: true }, { key: true }] } },
        ),
      ],
    });

    expect(JSON.stringify(read)).not.toMatch(/OLD|NEW/);
    expect(read.resourceChanges.map(({ differences }) => differences.length)).toEqual([1, 1]);
  });

  it('reads what the code configures, in modules too', () => {
    const resource = { mode: 'managed', type: 'aws_vpc', name: 'a', expressions: { cidr: {} } };
    const read = plan({
      configuration: {
        root_module: {
          resources: [resource],
          module_calls: {
            net: { module: { resources: [{ ...resource, expressions: { tags: {} } }] } },
          },
        },
      },
    });

    expect(read.configures('aws_vpc.a', 'cidr')).toBe(true);
    expect(read.configures('aws_vpc.a["x"]', 'cidr')).toBe(true);
    expect(read.configures('aws_vpc.a', 'tags')).toBe(false);
    expect(read.configures('module.net["a.b"].aws_vpc.a[0]', 'tags')).toBe(true);
    expect(read.configures('module.other.aws_vpc.a', 'tags')).toBe(false);
    expect(read.configures('data.aws_vpc.a', 'cidr')).toBe(false);
    expect(read.configures('aws_vpc.a', 'toString')).toBe(false);
    expect(read.configures('what?', 'cidr')).toBe(false);
  });

  it('reads an empty plan, and one that failed', () => {
    expect(plan({}).counts).toEqual({ import: 0, add: 0, change: 0, destroy: 0 });
    expect(plan({ errored: true }).errored).toBe(true);
  });

  it.each([
    ['text', 'Error: x'],
    ['other JSON', '{}'],
    ['a change without actions', planText({ resource_changes: [{ address: 'a' }] })],
  ])('refuses %s', (_, text) => {
    const result = parsePlan(text, 'x.tfplan');

    expect(result).toMatchObject({ ok: false, error: { code: 'plan-malformed' } });
  });
});
