import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { followMoves, movedBlocksOf } from '../../../../src/code/terraform/config/moved.ts';

function configurationOf(files: Readonly<Record<string, string>>) {
  return loadConfiguration(new Map(Object.entries(files))).configuration;
}

const moved = (from: string, to: string) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;

describe('moved blocks', () => {
  it.each([
    ['a key', moved('aws_x.a["b"]', 'aws_x.a["c"]'), 'aws_x.a["b"]', 'aws_x.a["c"]'],
    ['an index', moved('aws_x.a[0]', 'aws_x.a["c"]'), 'aws_x.a[0]', 'aws_x.a["c"]'],
    ['a name', moved('aws_x.a', 'aws_x.b'), 'aws_x.a', 'aws_x.b'],
    ['a module', moved('aws_x.a', 'module.m.aws_x.a'), 'aws_x.a', 'module.m.aws_x.a'],
  ])('are read: %s', (_, text, from, to) => {
    expect(movedBlocksOf(configurationOf({ 'main.tf': text }))).toEqual([{ from, to }]);
  });

  it('of a module speak of its calls', () => {
    const files = {
      'main.tf': 'module "m" {\n  source = "./m"\n}\n',
      'm/main.tf': moved('aws_x.a', 'aws_x.b'),
    };

    expect(movedBlocksOf(configurationOf(files))).toEqual([
      { from: 'module.m.aws_x.a', to: 'module.m.aws_x.b' },
    ]);
  });

  it('lead to what the state still has under the old address', () => {
    const state = {
      get: (address: string) => (address === 'aws_x.a' ? { id: '1' } : undefined),
      keys: () => [],
    };
    const configuration = configurationOf({ 'main.tf': moved('aws_x.a', 'aws_x.b') });

    const values = followMoves(configuration, state);

    expect(values.get('aws_x.b')).toEqual({ id: '1' });
    expect(values.get('aws_x.c')).toBeUndefined();
  });
});
