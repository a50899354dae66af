import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { withNewMoves } from '../../../../src/code/terraform/moves/values.ts';

function configurationOf(files: Readonly<Record<string, string>>) {
  return loadConfiguration(new Map(Object.entries(files))).configuration;
}

/** Whether the state of one address is found under another. */
function leadsTo(files: Readonly<Record<string, string>>, from: string, to: string): boolean {
  const state = {
    get: (address: string) => (address === from ? { id: '1' } : undefined),
    keys: () => [from],
  };
  return withNewMoves(state, configurationOf(files)).get(to) !== undefined;
}

const moved = (from: string, to: string) => `moved {
  from = ${from}
  to   = ${to}
}
`;

describe('moved blocks of edited code', () => {
  it.each([
    ['a key', moved('aws_x.a["b"]', 'aws_x.a["c"]'), 'aws_x.a["b"]', 'aws_x.a["c"]'],
    ['an index', moved('aws_x.a[0]', 'aws_x.a["c"]'), 'aws_x.a[0]', 'aws_x.a["c"]'],
    ['a name', moved('aws_x.a', 'aws_x.b'), 'aws_x.a', 'aws_x.b'],
    [
      'an entire module',
      moved('module.m', 'module.n'),
      'module.m["k"].aws_x.a',
      'module.n["k"].aws_x.a',
    ],
    ['a module', moved('aws_x.a', 'module.m.aws_x.a'), 'aws_x.a', 'module.m.aws_x.a'],
  ])('are followed for %s', (_, text, from, to) => {
    expect(leadsTo({ 'main.tf': text }, from, to)).toBe(true);
  });

  it('in a module apply to each of its calls', () => {
    const files = {
      'main.tf': `module "m" {
  source = "./m"
}
`,
      'm/main.tf': moved('aws_x.a', 'aws_x.b'),
    };

    expect(leadsTo(files, 'module.m.aws_x.a', 'module.m.aws_x.b')).toBe(true);
    expect(leadsTo(files, 'aws_x.a', 'aws_x.b')).toBe(false);
  });

  it('lead to what the state still has under the old address', () => {
    const state = {
      get: (address: string) => (address === 'aws_x.a' ? { id: '1' } : undefined),
      keys: () => [],
    };
    const configuration = configurationOf({ 'main.tf': moved('aws_x.a', 'aws_x.b') });

    const values = withNewMoves(state, configuration);

    expect(values.get('aws_x.b')).toEqual({ id: '1' });
    expect(values.get('aws_x.c')).toBeUndefined();
  });
});
