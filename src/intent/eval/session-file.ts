import { z } from 'zod';
import { actorClasses } from '../../model/actor.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { InferInput } from '../types.ts';

const json = z.custom<Json>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json));
const at = z.string().regex(/^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+$/, 'Use an address like aws_x.y');

const Change = z.union([
  z.strictObject({ at, set: z.string(), from: json, to: json }),
  z.strictObject({ at, add: z.string(), element: json }),
  z.strictObject({ at, remove: z.string(), element: json }),
  z.strictObject({ at, created: jsonObject }),
  z.strictObject({ at, deleted: z.literal(true) }),
]);
type Change = z.output<typeof Change>;

const LabeledSession = z.strictObject({
  id: z.string().min(1),
  who: z.enum(actorClasses),
  session: z.string().optional(),
  changes: z.array(Change).nonempty(),
  /** Everything that a careful colleague would accept. */
  purpose: z.array(z.string()).nonempty(),
  mentions: z.array(z.string()).nonempty(),
});

export const SessionFile = z.strictObject({ sessions: z.array(LabeledSession).nonempty() });
export type LabeledSession = z.output<typeof LabeledSession>;

/** What inference gets for a labeled session: its drifts, and the events behind them. */
export function inferInputOf({ id, who, session, changes }: LabeledSession): InferInput {
  const drifts = changes.map((change, index) => driftOf(change, `${id}-${index + 1}`));
  const actor = {
    class: who,
    principal: `arn:aws:iam::123456789012:role/${who}`,
    name: who,
    signature: 'labeled',
    evidence: 'trusted',
    ...(session === undefined ? {} : { session }),
  } as const;
  const times = new Map(
    drifts.flatMap(({ evidence }, index) =>
      evidence.map((event) => [event, `2026-03-14T03:00:${String(index).padStart(2, '0')}Z`]),
    ),
  );
  return {
    drifts,
    event: (event) => {
      const time = times.get(event);
      return time === undefined ? undefined : { id: event, time, actor };
    },
    related: () => true,
  };
}

function driftOf(change: Change, event: string): Drift {
  const { path, declared, live } = sidesOf(change);
  const { at: address } = change;
  const type = address.slice(0, address.indexOf('.'));
  const base = {
    id: contentId('d', { address, event }),
    address,
    type,
    path,
    declared,
    declaredFrom: 'code',
    live,
    evidence: [event],
    basis: 'inferred',
  } as const;
  if (!('created' in change)) return base;
  return { ...base, creation: { attributes: change.created, importId: address } };
}

function sidesOf(change: Change): Pick<Drift, 'path' | 'declared' | 'live'> {
  const absent = { kind: 'absent' } as const;
  const exists = valueOrAbsent({});
  if ('set' in change) {
    const { from, to } = change;
    return { path: pathOf(change.set), declared: valueOrAbsent(from), live: valueOrAbsent(to) };
  }
  if ('created' in change) return { path: [], declared: absent, live: exists };
  if ('deleted' in change) return { path: [], declared: exists, live: absent };
  const element = { element: change.element };
  const there = { kind: 'value', value: change.element } as const;
  return 'add' in change
    ? { path: [change.add, element], declared: absent, live: there }
    : { path: [change.remove, element], declared: there, live: absent };
}

function valueOrAbsent(value: Json): DriftValue {
  return value === null ? { kind: 'absent' } : { kind: 'value', value };
}

function pathOf(text: string): AttributePath {
  return text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
