import { describe, expect, it } from 'vitest';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import type { Memory } from '../../../src/ports/store/memory.ts';
import { movedMemory } from '../../../src/reconcile/memory/moved-memory.ts';
import { addressIn, observedDrift } from '../../../src/reconcile/memory/observation.ts';

const at = '2026-03-14T03:00:00Z';
const path = ['delay_seconds'];

const looked = (address: string) =>
  observedDrift({
    ...{ address, type: 'aws_sqs_queue', look: 'ReadBack', at },
    shown: { kind: 'value', path, value: 5 },
  });

const memory: Memory = {
  events: [looked('aws_sqs_queue.a'), looked('aws_sqs_queue.other')],
  open: [{ address: 'aws_sqs_queue.a', path } as unknown as OpenDrift],
  state: {
    ...{ lineage: 'l', serial: 1, at },
    values: [{ address: 'aws_sqs_queue.a', path, digest: 'd' }],
  },
};

const follow = (address: string) => (address === 'aws_sqs_queue.a' ? 'aws_sqs_queue.b' : address);

describe('what is remembered of a resource that has another address now', () => {
  const moved = movedMemory(memory, follow);

  it('has it everywhere', () => {
    expect(moved.open).toMatchObject([{ address: 'aws_sqs_queue.b', path }]);
    expect(moved.state?.values).toMatchObject([{ address: 'aws_sqs_queue.b', digest: 'd' }]);
    expect(JSON.stringify(moved.events[0]?.addresses)).not.toContain('aws_sqs_queue.a');
    expect(Object.values(moved.events[0]?.addresses ?? {})).toEqual(['aws_sqs_queue.b']);
  });

  it('includes what a provider read there', () => {
    const [event] = moved.events;
    const effects = event?.translation.kind === 'effects' ? event.translation.effects : [];
    expect(effects.map(addressIn)).toEqual(['aws_sqs_queue.b']);
    expect(event?.id).toBe(memory.events[0]?.id);
  });

  it('has its former address, which answers of people may be about', () => {
    const former = [['aws_sqs_queue.a']];
    expect(Object.values(moved.events[0]?.formerly ?? {})).toEqual(former);
    expect(Object.keys(moved.events[0]?.formerly ?? {})).toEqual(
      Object.keys(moved.events[0]?.addresses ?? {}),
    );
    const again = movedMemory(moved, (address) =>
      address === 'aws_sqs_queue.b' ? 'aws_sqs_queue.c' : address,
    );
    expect(Object.values(again.events[0]?.formerly ?? {})).toEqual([
      ['aws_sqs_queue.b', 'aws_sqs_queue.a'],
    ]);
  });

  it('leaves everything else as it is', () => {
    expect(moved.events[1]).toBe(memory.events[1]);
    expect(movedMemory(memory, (address) => address)).toBe(memory);
  });
});
