import { describe, expect, it } from 'vitest';
import { creationId, driftId, notedDriftId } from '../../src/model/id.ts';

const address = 'aws_sqs_queue.jobs';

/** Stores have these ids: with another formula, each open drift would be found a second time. */
describe('the id of a drift', () => {
  const difference = {
    address,
    path: ['tags', { element: 'a' }],
    declared: { kind: 'absent' },
    live: { kind: 'value', value: 1 },
  } as const;

  it('does not change', () => {
    expect(driftId(difference)).toBe('d-a3d51f7227e6');
    expect(notedDriftId(difference)).toBe('d-95cc862035a4');
  });

  it('does not change for a creation, with or without what is withheld', () => {
    const attributes = { name: 'jobs' };

    expect(creationId({ address, attributes })).toBe('d-8be1b959d73c');
    expect(creationId({ address, attributes: null })).toBe('d-0c490e12b087');
    expect(creationId({ address, attributes, withheld: [] })).toBe('d-99d1ed9217c0');
    expect(creationId({ address, attributes, withheld: ['policy'] })).toBe('d-162eb4fad28e');
  });
});
