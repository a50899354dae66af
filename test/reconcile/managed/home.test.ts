import { expect, it } from 'vitest';
import { homeIn } from '../../../src/reconcile/managed/home.ts';
import { projectOf } from '../../stages/patch/harness.ts';

const role = `resource "aws_iam_role" "r" {
  name = "r"
}
`;
const call = (name: string, source: string, more = '') =>
  `module "${name}" {
  source = "${source}"
${more}}
`;

it.each([
  ['a module of one call', call('a', './m'), 'module.a.aws_iam_role.r', undefined],
  ['a module of two calls', call('a', './m') + call('b', './m'), 'module.a.aws_iam_role.r', []],
  [
    'a module with instances',
    call('a', './m', '  for_each = toset(["x"])\n'),
    'module.a["x"].aws_iam_role.r',
    [],
  ],
  [
    'a module that one of one call calls twice',
    call('o', './outer'),
    'module.o.module.a.aws_iam_role.r',
    [{ name: 'o' }],
  ],
  ['the root', role, 'aws_iam_role.r', undefined],
])('what belongs to a resource of %s is written there or beside its call', (...row) => {
  const [, main, address, expected] = row;
  const files = {
    'main.tf': main,
    'm/main.tf': role,
    'outer/main.tf': call('a', '../m') + call('b', '../m'),
  };

  expect(homeIn(projectOf(files).project.evaluation)(address)).toEqual(expected);
});

it.each([
  ['reads its module', ['m/main.tf'], []],
  ['reads something else', ['other/main.tf'], undefined],
])('where another root of the repository %s', (_, read, expected) => {
  const other = { stack: { folder: 'other', varFiles: [], workspace: 'default' } } as const;
  const reader = {
    ...other,
    title: 'other',
    tree: new Map<string, string>(),
    options: {},
    pathOf: (path: string) => path,
  };
  const repository = {
    readersOf: (paths: readonly string[]) =>
      paths.some((path) => read.includes(path)) ? [reader] : [],
  };
  const files = { 'main.tf': call('a', './m'), 'm/main.tf': role };
  const home = homeIn(projectOf(files).project.evaluation, repository);

  expect(home('module.a.aws_iam_role.r')).toEqual(expected);
});

it('treats a repository that is too large to examine as one that shares the module', () => {
  const files = { 'main.tf': call('a', './m'), 'm/main.tf': role };
  const { evaluation } = projectOf(files).project;

  expect(homeIn(evaluation, { readersOf: () => undefined })('module.a.aws_iam_role.r')).toEqual([]);
});
