import { day, shiftTime } from '../../model/instant.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { type KeepInput, remembered } from '../memory/keep.ts';
import { touchedBy } from '../questions/asked.ts';
import { rememberedCall } from '../questions/kept-calls.ts';
import type { Stage } from '../stages.ts';

/**
 * Milliseconds for which the end of a failed call is kept, since its beginning may be read again.
 */
const failures = 7 * day;

/** The halves of calls, without records and secrets, up to a maximum age. */
export function keptHalves(
  halves: readonly KeptEvent[],
  input: Pick<KeepInput, 'addressOf' | 'isSecret' | 'horizon'>,
  { index, input: { startedAt } }: Stage,
): readonly RememberedEvent[] {
  const recent = shiftTime(startedAt, -failures);
  return halves
    .filter(({ time, steps }) => time >= (steps?.state === 'failed' ? recent : input.horizon))
    .map((half) =>
      touchedBy(half).length > 0 ? rememberedCall(half, index) : remembered(input, half),
    );
}
