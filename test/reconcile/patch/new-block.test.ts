import { describe, expect, it } from 'vitest';
import type { StateIndex } from '../../../src/code/terraform/state/types.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { withRestOfBlocks } from '../../../src/reconcile/patch/new-block.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { make } from '../../code/terraform/config/make.ts';
import { valueGoal } from '../../stages/patch/harness.ts';

const address = 'aws_lb_target_group.cart';
const check = {
  enabled: true,
  healthy_threshold: 5,
  interval: 30,
  matcher: '',
  path: '/',
  port: 'traffic-port',
  unhealthy_threshold: 2,
};
const goal = (name: string, value: Json) => valueGoal(address, ['health_check', 0, name], value);

function rest(code: string, goals: readonly Goal[], blocks: readonly JsonObject[] = [check]) {
  const index = { get: () => ({ attributes: { health_check: blocks } }) } as unknown as StateIndex;
  const { evaluation } = make(`resource "aws_lb_target_group" "cart" {
${code}}
`);
  const all = withRestOfBlocks(goals, evaluation, index, loadSchema());
  return all.flatMap((one) => (one.kind === 'value' ? [[formatPath(one.path), one.value]] : []));
}

describe('a block that the code does not have yet', () => {
  it('gets what else is live in it', () => {
    expect(rest('', [goal('path', '/ready')])).toEqual([
      ['health_check[0].path', '/ready'],
      ['health_check[0].enabled', true],
      ['health_check[0].healthy_threshold', 5],
      ['health_check[0].interval', 30],
      ['health_check[0].port', 'traffic-port'],
      ['health_check[0].unhealthy_threshold', 2],
    ]);
  });

  it('has every argument once, as wanted', () => {
    const found = rest('', [goal('path', '/ready'), goal('interval', 10)]);

    expect(found.filter(([path]) => path === 'health_check[0].interval')).toEqual([
      ['health_check[0].interval', 10],
    ]);
    expect(found).toHaveLength(6);
  });

  it('gets no credential that is live in it', () => {
    const key = ['AKIA', 'Z7QXK4N2M5P8R3T6'].join('');

    expect(rest('', [goal('path', '/ready')], [{ ...check, matcher: key }])).toHaveLength(6);
  });

  it.each<readonly [string, string, readonly JsonObject[]]>([
    [
      'the code has the block',
      `  health_check {
    interval = 30
  }
`,
      [check],
    ],
    ['there was none', '', []],
    ['there are several', '', [check, check]],
  ])('is left as it is if %s', (_, code, blocks) => {
    expect(rest(code, [goal('path', '/ready')], blocks)).toEqual([
      ['health_check[0].path', '/ready'],
    ]);
  });
});
