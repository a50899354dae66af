import { expect, it } from 'vitest';
import type { RememberedEvent } from '../../../src/ports/store/memory.ts';
import { withMoves } from '../../../src/reconcile/memory/former-addresses.ts';

const name = '{"keys":[{"id":"q"}],"type":"aws_sqs_queue"}';

function eventAt(address: string, more: Partial<RememberedEvent> = {}): RememberedEvent {
  const ids = { [address]: ['q-1'] };
  return { id: 'e', addresses: { [name]: address }, ids, ...more } as unknown as RememberedEvent;
}

it('an event keeps the addresses and the ids of a resource that the state has elsewhere', () => {
  const first = eventAt('aws_sqs_queue.a');
  const second = withMoves(first, first, () => 'aws_sqs_queue.b');
  const third = withMoves(second, second, () => 'aws_sqs_queue.c');
  const back = withMoves(third, third, () => 'aws_sqs_queue.a');

  expect(third).toEqual(
    eventAt('aws_sqs_queue.c', { formerly: { [name]: ['aws_sqs_queue.b', 'aws_sqs_queue.a'] } }),
  );
  expect(back).toEqual(
    eventAt('aws_sqs_queue.a', { formerly: { [name]: ['aws_sqs_queue.c', 'aws_sqs_queue.b'] } }),
  );
  expect(withMoves(first, first, () => undefined)).toEqual(first);
});
