import { expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { pairedWithBlocks } from '../../../src/stages/patch/terraform/pair-blocks.ts';

const block = (name: string, days: number): Json => ({ name, days });

it.each<readonly [string, readonly Json[], readonly Json[], readonly (Json | undefined)[]]>([
  [
    'one that is equal',
    [block('a', 1), block('b', 2)],
    [block('b', 2), block('a', 1)],
    [block('a', 1), block('b', 2)],
  ],
  [
    'one with the same text',
    [block('a', 1), block('b', 2)],
    [block('b', 1), block('a', 3)],
    [block('a', 3), block('b', 1)],
  ],
  ['any other one', [block('a', 1)], [block('b', 2)], [block('b', 2)]],
  [
    'none if there are fewer',
    [block('a', 1), block('b', 2)],
    [block('b', 3)],
    [undefined, block('b', 3)],
  ],
  [
    'a new one last',
    [block('b', 2)],
    [block('a', 1), block('b', 2)],
    [block('b', 2), block('a', 1)],
  ],
])('a block of a set is paired with %s', (_name, blocks, wanted, pairs) => {
  expect(pairedWithBlocks(blocks, wanted)).toEqual(pairs);
});
