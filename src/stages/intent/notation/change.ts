import { z } from 'zod';
import type { Drift, DriftValue, Write } from '../../../model/drift.ts';
import { notedDriftId } from '../../../model/id.ts';
import { compareInstants } from '../../../model/instant.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { type AttributePath, dottedPath, pathKey } from '../../../model/path.ts';

const json = z.custom<Json>((value) => value !== undefined, 'A value is missing');
const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'Give attributes');
const address = z
  .string()
  .regex(/^(?:module\.[\w-]+(?:\[[^\]]+\])?\.)*[a-z][a-z0-9_]*\.[\w-]+(?:\[[^\]]+\])?$/, {
    message: 'Use an address like aws_x.y',
  });

/** A change in a notation that people can write; `from` and `to` are null for an absent value. */
export const changeForms = [
  z.strictObject({ at: address, set: z.string().min(1), from: json, to: json }),
  z.strictObject({ at: address, hidden: z.string().min(1), from: json }),
  z.strictObject({ at: address, add: z.string().min(1), element: json }),
  z.strictObject({ at: address, remove: z.string().min(1), element: json }),
  z.strictObject({ at: address, created: jsonObject }),
  z.strictObject({ at: address, deleted: z.literal(true) }),
] as const;

export const NotedChange = z.union(changeForms);
export type NotedChange = z.output<typeof NotedChange>;

/** A change, the event that made it, and its time (ISO 8601 UTC). */
export interface TimedChange {
  readonly change: NotedChange;
  readonly event: string;
  readonly time: string;
}

/** The drifts that result from changes, one for each field, in order of time. */
export function scenarioDrifts(changes: readonly TimedChange[]): readonly Drift[] {
  const fields = new Map<string, TimedChange[]>();
  for (const timed of [...changes].sort((a, b) => compareInstants(a.time, b.time))) {
    const key = JSON.stringify([timed.change.at, pathKey(sidesOf(timed.change).path)]);
    const field = fields.get(key);
    if (field === undefined) fields.set(key, [timed]);
    else field.push(timed);
  }
  return [...fields.values()].map(driftOf);
}

function driftOf(field: readonly TimedChange[]): Drift {
  const [first] = field;
  const last = field.at(-1);
  if (first === undefined || last === undefined) throw new Error('a field without changes');
  const { path, declared } = sidesOf(first.change);
  const { live } = sidesOf(last.change);
  const { at } = first.change;
  const creation =
    'created' in last.change ? { attributes: last.change.created, importId: at } : undefined;
  return {
    id: notedDriftId({ address: at, path, declared, live }),
    address: at,
    type: typeIn(at),
    path,
    declared,
    declaredFrom: 'code',
    live,
    evidence: field.map(({ event }) => event),
    basis: 'inferred',
    writes: field.map(
      (timed): Write => ({
        event: timed.event,
        time: timed.time,
        value: sidesOf(timed.change).live,
      }),
    ),
    ...(creation === undefined ? {} : { creation }),
  };
}

function typeIn(at: string): string {
  return (
    at
      .replace(/\[[^\]]*\]/g, '')
      .split('.')
      .at(-2) ?? at
  );
}

interface Sides {
  readonly path: AttributePath;
  readonly declared: DriftValue;
  readonly live: DriftValue;
}

const absent: DriftValue = { kind: 'absent' };
const exists: DriftValue = { kind: 'value', value: {} };

function sidesOf(change: NotedChange): Sides {
  if ('set' in change) {
    const { from, to } = change;
    return { path: dottedPath(change.set), declared: sideOf(from), live: sideOf(to) };
  }
  if ('hidden' in change) {
    const live: DriftValue = { kind: 'redacted' };
    return { path: dottedPath(change.hidden), declared: sideOf(change.from), live };
  }
  if ('created' in change) return { path: [], declared: absent, live: exists };
  if ('deleted' in change) return { path: [], declared: exists, live: absent };
  const there: DriftValue = { kind: 'value', value: change.element };
  const element = { element: change.element };
  return 'add' in change
    ? { path: [change.add, element], declared: absent, live: there }
    : { path: [change.remove, element], declared: there, live: absent };
}

function sideOf(value: Json): DriftValue {
  return value === null ? absent : { kind: 'value', value };
}
