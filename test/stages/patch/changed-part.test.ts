import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../../src/code/hcl/syntax/parse.ts';
import { changedPart } from '../../../src/stages/patch/terraform/changed-part.ts';

const one = `locals {
  a = 1
}
`;
const two = `
# Two.
locals {
  b = 2
}
`;
const three = `
locals {
  c = 3
}
`;
const twoAlone = `

# Two.
locals {
  b = 2
}

`;

describe('the part of a file that changed', () => {
  it.each([
    {
      name: 'the block that was edited, and the comment above it',
      before: one + two + three,
      after: one + two.replace('2', '200') + three,
      part: { before: twoAlone, after: twoAlone.replace('2', '200') },
    },
    {
      name: 'a block that is new',
      before: one + three,
      after: one + two + three,
      part: { before: '\n\n', after: twoAlone },
    },
    {
      name: 'a block that is gone',
      before: one + two + three,
      after: one + three,
      part: { before: twoAlone, after: '\n\n' },
    },
    {
      name: 'a block at the end',
      before: one + two,
      after: one + two.replace('2', '3'),
      part: {
        before: `${twoAlone.trimEnd()}\n`,
        after: `${twoAlone.trimEnd().replace('2', '3')}\n`,
      },
    },
    {
      name: 'an attribute of a variable file',
      before: 'a = 1\nb = 2\nc = 3\n',
      after: 'a = 1\nb = [2]\nc = 3\n',
      part: { before: '\nb = 2\n', after: '\nb = [2]\n' },
    },
    {
      name: 'all from the first edit to the last',
      before: one + two + three,
      after: one.replace('1', '0') + two + three.replace('3', '0'),
      part: {
        before: one + two + three,
        after: one.replace('1', '0') + two + three.replace('3', '0'),
      },
    },
    {
      name: 'nothing but blanks where nothing changed',
      before: one + two,
      after: one + two,
      part: { before: '\n', after: '\n' },
    },
    {
      name: 'the whole file where it does not parse',
      before: 'a = 1\nb = 2\n',
      after: 'a = 1 + [\nb = 2\n',
      part: { before: 'a = 1\nb = 2\n', after: 'a = 1 + [\nb = 2\n' },
    },
  ])('is $name', ({ before, after, part }) => {
    expect(changedPart(parseHcl(before), parseHcl(after))).toEqual(part);
  });
});
