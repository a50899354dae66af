import { describe, expect, it } from 'vitest';
import { openRepository } from '../../../../src/code/terraform/repository/open.ts';
import type { NamedStack, RootStack } from '../../../../src/code/terraform/repository/types.ts';
import { type Files, repositoryIn } from '../../../reconcile/layouts/repository.ts';

const call = (source: string): string => `module "m" {
  source = "${source}"
}
`;

interface Asked {
  readonly own?: Partial<RootStack>;
  readonly named?: readonly NamedStack[];
  readonly files?: readonly string[];
}

/** The titles of the stacks that use a module; the stack of the run is `envs/prod`. */
function readers(files: Files, asked: Asked = {}): readonly string[] | undefined {
  const own = { folder: 'envs/prod', varFiles: [], workspace: 'default', ...asked.own };
  const repository = openRepository({
    top: repositoryIn(files),
    own,
    tree: new Map(),
    named: asked.named ?? [],
    settingsOf: () => undefined,
  });
  const stacks = repository.readersOf(asked.files ?? ['../../modules/a/main.tf']);
  return stacks?.map(({ title }) => title);
}

const usual: Files = {
  'modules/a/main.tf': '',
  'envs/prod/main.tf': call('../../modules/a'),
  'envs/dev/main.tf': call('../../modules/a'),
};

describe('the stacks that read a file', () => {
  const rows: readonly (readonly [string, Files, readonly string[], Asked?])[] = [
    ['a root that calls the module', usual, ['envs/dev']],
    ['not one that calls another', { ...usual, 'envs/dev/main.tf': call('../../modules/b') }, []],
    [
      'not a module that calls it',
      { ...usual, 'modules/b/main.tf': call('../a'), 'envs/dev/main.tf': call('../../modules/b') },
      ['envs/dev'],
    ],
    [
      'a module that nobody calls',
      { ...usual, 'modules/b/main.tf': call('../a') },
      ['envs/dev', 'modules/b'],
    ],
    [
      'not an example of the module',
      { ...usual, 'modules/a/examples/x/main.tf': call('../..') },
      ['envs/dev'],
    ],
    [
      'an environment that is called test',
      { ...usual, 'envs/test/main.tf': call('../../modules/a') },
      ['envs/dev', 'envs/test'],
    ],
    [
      'an example that is named',
      { ...usual, 'modules/a/examples/x/main.tf': call('../..') },
      ['envs/dev', 'modules/a/examples/x'],
      { named: [{ folder: 'modules/a/examples/x' }] },
    ],
    [
      'a module with a state of its own',
      { ...usual, 'modules/a/terraform.tfstate': '{}' },
      ['envs/dev', 'modules/a'],
    ],
    [
      'a module with a backend of its own',
      {
        ...usual,
        'modules/a/main.tf': `terraform {
  backend "s3" {}
}
`,
      },
      ['envs/dev', 'modules/a'],
    ],
    [
      'nothing in hidden folders',
      {
        ...usual,
        '.cache/x/main.tf': call('../../modules/a'),
        'node_modules/x/main.tf': call('../../modules/a'),
      },
      ['envs/dev'],
    ],
    [
      'each workspace with a state',
      {
        ...usual,
        'envs/dev/terraform.tfstate.d/one/terraform.tfstate': '{}',
        'envs/dev/terraform.tfstate.d/two/terraform.tfstate': '{}',
      },
      ['envs/dev (workspace one)', 'envs/dev (workspace two)'],
    ],
    [
      'each variable file, with its workspace',
      {
        ...usual,
        'envs/dev/a.tfvars': '',
        'envs/dev/b.tfvars': '',
        'envs/dev/terraform.tfstate.d/a/terraform.tfstate': '{}',
      },
      ['envs/dev (a.tfvars)', 'envs/dev (b.tfvars)'],
    ],
    [
      'what is named, and nothing else of that folder',
      { ...usual, 'envs/dev/a.tfvars': '' },
      ['envs/dev (workspace x)'],
      { named: [{ folder: 'envs/dev', workspace: 'x' }] },
    ],
    [
      'a broken root',
      { ...usual, 'envs/dev/main.tf': `${call('../../modules/a')}resource {` },
      ['envs/dev'],
    ],
    [
      'a variable file of one environment for that one alone',
      { 'app/main.tf': 'variable "x" {}\n', 'app/a.tfvars': 'x = 1\n', 'app/b.tfvars': 'x = 1\n' },
      ['app (b.tfvars)'],
      { own: { folder: 'app', varFiles: ['a.tfvars'] }, files: ['b.tfvars'] },
    ],
    [
      'nobody for the file of the stack itself',
      { 'app/main.tf': 'variable "x" {}\n', 'app/a.tfvars': 'x = 1\n', 'app/b.tfvars': 'x = 1\n' },
      [],
      { own: { folder: 'app', varFiles: ['a.tfvars'] }, files: ['a.tfvars'] },
    ],
    [
      'not a broken root for a variable file and a file of another root',
      {
        'app/main.tf': 'variable "x" {}\n',
        'app/a.tfvars': 'x = 1\n',
        'old/main.tf': 'resource {{{',
      },
      [],
      { own: { folder: 'app', varFiles: ['a.tfvars'] }, files: ['a.tfvars', 'main.tf'] },
    ],
    [
      'the other workspaces of the stack itself',
      {
        'app/main.tf': '',
        'app/terraform.tfstate.d/a/terraform.tfstate': '{}',
        'app/terraform.tfstate.d/b/terraform.tfstate': '{}',
      },
      ['app (workspace b)'],
      { own: { folder: 'app', workspace: 'a' }, files: ['main.tf'] },
    ],
  ];

  it.each(rows.map(([name, files, titles, asked = {}]) => ({ name, files, titles, asked })))(
    'are: $name',
    ({ files, titles, asked }) => {
      expect(readers(files, asked)).toEqual(titles);
    },
  );

  it('have the state that lies next to them', () => {
    const top = repositoryIn({
      ...usual,
      'envs/dev/terraform.tfstate': '{"dev":1}',
      'envs/test/main.tf': call('../../modules/a'),
      'envs/test/terraform.tfstate.d/x/terraform.tfstate': '{"x":1}',
    });
    const own = { folder: 'envs/prod', varFiles: [], workspace: 'default' };
    const repository = openRepository({
      top,
      own,
      tree: new Map(),
      named: [],
      settingsOf: () => undefined,
    });

    const stacks = repository.readersOf(['../../modules/a/main.tf']) ?? [];

    expect(stacks.map(({ state }) => state)).toEqual(['{"dev":1}', '{"x":1}']);
    expect(stacks[0]?.pathOf('../../modules/a/main.tf')).toBe('../../modules/a/main.tf');
    expect([...(stacks[0]?.tree.keys() ?? [])]).toEqual(['../../modules/a/main.tf', 'main.tf']);
  });

  it('have only variable files within the repository', () => {
    const top = repositoryIn({ ...usual, 'inputs/dev.tfvars': 'x = 1\n' });
    const own = { folder: 'envs/prod', varFiles: [], workspace: 'default' };
    const named = [{ folder: 'envs/dev', varFiles: ['../../inputs/dev.tfvars', '/etc/hostname'] }];
    const repository = openRepository({
      top,
      own,
      tree: new Map(),
      named,
      settingsOf: () => undefined,
    });

    const [dev] = repository.readersOf(['../../modules/a/main.tf']) ?? [];

    expect([...(dev?.tree.keys() ?? [])].filter((path) => !path.endsWith('.tf'))).toEqual([
      '../../inputs/dev.tfvars',
    ]);
  });

  it('are read with the texts of the run', () => {
    const top = repositoryIn(usual);
    const tree = new Map([['../../modules/a/main.tf', 'locals {}\n']]);
    const own = { folder: 'envs/prod', varFiles: [], workspace: 'default' };
    const repository = openRepository({ top, own, tree, named: [], settingsOf: () => undefined });

    const [dev] = repository.readersOf(['../../modules/a/main.tf']) ?? [];

    expect(dev?.tree.get('../../modules/a/main.tf')).toBe('locals {}\n');
  });
});
