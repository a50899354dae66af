import { describe, expect, it } from 'vitest';
import type { KeptEvent } from '../../../src/ports/store/kept-event.ts';
import { unknownOperationsIn } from '../../../src/reconcile/ingest/unknown-operations.ts';

function call(operation: string, kind: 'unknown-operation' | 'effects' = 'unknown-operation') {
  const service = 'bedrock.amazonaws.com';
  const translation = kind === 'effects' ? { kind, effects: [], redacted: false } : { kind };
  // No other members are read.
  return { cloud: 'aws', service, operation, translation } as unknown as KeptEvent;
}

describe('unknown operations', () => {
  it('are counted, the most frequent first, then by name', () => {
    const events = [call('B'), call('C'), call('A'), call('C'), call('D', 'effects')];

    expect(unknownOperationsIn(events).map(({ operation, count }) => [operation, count])).toEqual([
      ['C', 2],
      ['A', 1],
      ['B', 1],
    ]);
  });
});
