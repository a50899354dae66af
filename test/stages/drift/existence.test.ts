import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/stages/drift/existence.ts';
import { effect, ref } from './world.ts';

const gateway = ref('aws_nat_gateway', 'nat-0a1b2c3d4e5f60718');

/** A resource that was deleted and created again under the id that the log gives. */
function madeAgain(importId: string | undefined) {
  const change = { kind: 'create' as const, attributes: {}, ...(importId && { importId }) };
  return [effect(1, 'e1', gateway, { kind: 'delete' }), effect(2, 'e2', gateway, change)];
}

describe('the id of a resource that was made again', () => {
  it.each<[string, unknown, string | undefined, string | undefined]>([
    [
      'is the one that AWS made up',
      'nat-0a1b2c3d4e5f60718',
      'nat-0ffffffffffffffff',
      'nat-0ffffffffffffffff',
    ],
    ['is no other where it is a name', 'orders', 'orders', undefined],
    ['is not what an import takes of one with a name', 'deploy-policy', 'deploy:policy', undefined],
    ['is not a name beside an id that AWS made up', 'nat-0a1b2c3d4e5f60718', 'outer', undefined],
    ['is unknown where the log says none', 'nat-0a1b2c3d4e5f60718', undefined, undefined],
    ['is unknown where the state says none', undefined, 'nat-0ffffffffffffffff', undefined],
  ])('%s', (_, oldId, importId, found) => {
    expect(newId(() => oldId as string | undefined, madeAgain(importId))).toBe(found);
  });

  it('is none after the final deletion', () => {
    const effects = [
      ...madeAgain('nat-0ffffffffffffffff'),
      effect(3, 'e3', gateway, { kind: 'delete' }),
    ];

    expect(newId(() => 'nat-0a1b2c3d4e5f60718', effects)).toBeUndefined();
  });
});
