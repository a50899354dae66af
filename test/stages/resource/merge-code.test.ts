import { describe, expect, it } from 'vitest';
import { mergeCode } from '../../../src/stages/resource/merge-code.ts';

function merge(base: string, ours: string, theirs: string, isForced = false) {
  return mergeCode({ base, ours, theirs, isForced });
}

const small = `module "web" {
  source = "./vm"
  size   = "small"
}
`;
const large = small.replace('small', 'large');

describe('a new version of code', () => {
  it.each<[string, string, string, string, string]>([
    ['changes what it changes', small, large, small, large],
    [
      'leaves comments and arguments of people',
      small,
      large,
      `# Ours.
module "web" {
  source = "./vm"
  size   = "small" # enough
  count  = 2
}

locals {}
`,
      `# Ours.
module "web" {
  source = "./vm"
  size   = "large" # enough
  count  = 2
}

locals {}
`,
    ],
    [
      'leaves what people changed elsewhere',
      small,
      large,
      small.replace('./vm', '../vm'),
      large.replace('./vm', '../vm'),
    ],
    ['changes nothing that is so already', small, large, large, large],
    [
      'adds an argument',
      small,
      small.replace('}', '  disk   = 8\n}'),
      small,
      small.replace('}', '  disk   = 8\n}'),
    ],
    [
      'takes one out',
      small,
      small.replace('  size   = "small"\n', ''),
      small,
      `module "web" {
  source = "./vm"
}
`,
    ],
    [
      'adds a block',
      small,
      `${small}
locals {
  a = 1
}
`,
      small,
      `${small}
locals {
  a = 1
}
`,
    ],
    ['removes all', small, '', small, ''],
    [
      'removes its own, and nothing of others',
      small,
      '',
      `${small}
locals {
  a = 1
}
`,
      `locals {
  a = 1
}
`,
    ],
    [
      'keeps line ends',
      small,
      large,
      small.replaceAll('\n', '\r\n'),
      large.replaceAll('\n', '\r\n'),
    ],
  ])('%s', (_, base, ours, theirs, text) => {
    expect(merge(base, ours, theirs)).toEqual({ text, conflicts: [] });
  });

  it.each<[string, string, string, string, number]>([
    ['a value that people changed', large, small.replace('small', 'medium'), 'module web/size', 3],
    [
      'an argument that people took out',
      large,
      small.replace('  size   = "small"\n', ''),
      'module web/size',
      1,
    ],
    ['a block that people added to', '', small.replace('}', '  a = 1\n}'), 'module web', 1],
  ])('is refused for %s, and the line is named', (_, ours, theirs, what, line) => {
    const refused = merge(small, ours, theirs);

    expect(refused.conflicts).toEqual([{ what, line }]);
    expect(refused.text).toBe(theirs);
  });

  it('reverts changes by people if it is forced to', () => {
    const theirs = small.replace('small', 'medium').replace('}', '  a      = 1\n}');

    expect(merge(small, large, theirs, true)).toEqual({
      text: theirs.replace('medium', 'large'),
      conflicts: [],
    });
  });
});
