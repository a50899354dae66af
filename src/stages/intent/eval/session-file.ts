import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { NotedChange, scenarioDrifts } from '../notation/change.ts';
import type { InferInput } from '../types.ts';

const LabeledSession = z.strictObject({
  id: z.string().min(1),
  who: z.enum(actorClasses),
  session: z.string().optional(),
  changes: z.array(NotedChange).nonempty(),
  /** Every purpose that a careful colleague would accept. */
  purpose: z.array(z.string()).nonempty(),
  mentions: z.array(z.string()).nonempty(),
});

export const SessionFile = z.strictObject({ sessions: z.array(LabeledSession).nonempty() });
export type LabeledSession = z.output<typeof LabeledSession>;

/** The inference input for a labeled session: its drifts and the events behind them. */
export function createInferInput({ id, who, session, changes }: LabeledSession): InferInput {
  const timed = changes.map((change, index) => ({
    change,
    event: `${id}-${index + 1}`,
    time: `2026-03-14T03:00:${String(index).padStart(2, '0')}Z`,
  }));
  const actor = {
    class: who,
    principal: `arn:aws:iam::123456789012:role/${who}`,
    name: who,
    signature: 'labeled',
    evidence: 'trusted',
    ...(session === undefined ? {} : { session }),
  } as const;
  const times = new Map(timed.map(({ event, time }) => [event, time]));
  return {
    drifts: scenarioDrifts(timed),
    event: (event) => {
      const time = times.get(event);
      return time === undefined ? undefined : { id: event, time, actor };
    },
    related: () => true,
  };
}
