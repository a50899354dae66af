import { expect, it } from 'vitest';
import { listRemove } from '../../../../src/code/hcl/edit/list.ts';
import { edited } from './support.ts';

// All other cases are in the files of `cases`.
it('refuses to remove more elements than there are', () => {
  const made = edited('a = [1]\n', ({ file, value }) => {
    if (value.kind !== 'tuple') throw new Error('no list');
    return listRemove(file, value, 0, 2);
  });

  expect(made).toBe('refused: not-found');
});
