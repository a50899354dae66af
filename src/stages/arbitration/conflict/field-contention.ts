import type { Actor, ActorClass } from '../../../model/actor.ts';
import type { Drift, Write } from '../../../model/drift.ts';
import { hour } from '../../../model/instant.ts';
import { displayText } from '../../../model/text.ts';
import type { Policy } from '../types.ts';

/** Two automations that keep undoing each other. */
export interface FieldContention {
  readonly parties: readonly [Actor, Actor];
  /** How often the field changed hands. */
  readonly alternations: number;
  readonly from: string;
  readonly to: string;
}

/** Classes of actors that act automatically and repeatedly. */
const automations: ReadonlySet<ActorClass> = new Set([
  'controller',
  'security',
  'compliance',
  'cost',
  'pipeline',
  'agent',
  'provider',
  'iac',
]);

interface Turn {
  readonly actor: Actor;
  readonly write: Write;
}

/**
 * The contention shown by the writes to one field, if any: the pair of automations that alternated
 * most often within the policy's time. Works for drifts and for changes that cancelled out.
 */
export function contentionIn(
  { writes }: Pick<Drift, 'writes'>,
  actorOf: (event: string) => Actor | undefined,
  limits: Policy['contention'],
): FieldContention | undefined {
  if (limits === undefined || writes === undefined) return undefined;
  const turns = turnsOf(writes, actorOf);
  let best: FieldContention | undefined;
  let start = 0;
  for (let end = 1; end < turns.length; end += 1) {
    // An actor other than the last two ends their contention.
    if (end - start >= 2 && turns[end - 2]?.actor.principal !== turns[end]?.actor.principal) {
      start = end - 1;
    }
    while (start < end && spanOf(turns[start], turns[end]) > limits.withinHours * hour) start += 1;
    const alternations = end - start;
    const contention =
      alternations < limits.turns ? undefined : contentionBetween(turns, start, end);
    if (contention !== undefined && alternations > (best?.alternations ?? 0)) best = contention;
  }
  return best;
}

/** The writers of a field, with consecutive writes by one actor merged into one turn. */
function turnsOf(
  writes: readonly Write[],
  actorOf: (event: string) => Actor | undefined,
): readonly Turn[] {
  const turns: Turn[] = [];
  for (const write of writes) {
    const actor = actorOf(write.event);
    if (actor === undefined || actor.principal === turns.at(-1)?.actor.principal) continue;
    turns.push({ actor, write });
  }
  return turns;
}

function spanOf(a: Turn | undefined, b: Turn | undefined): number {
  return Date.parse(b?.write.time ?? '') - Date.parse(a?.write.time ?? '');
}

function contentionBetween(
  turns: readonly Turn[],
  start: number,
  end: number,
): FieldContention | undefined {
  const [first, second, last] = [turns[start], turns[start + 1], turns[end]];
  if (first === undefined || second === undefined || last === undefined) return undefined;
  if (!automations.has(first.actor.class) || !automations.has(second.actor.class)) return undefined;
  return {
    parties: byName(first.actor, second.actor),
    alternations: end - start,
    from: first.write.time,
    to: last.write.time,
  };
}

function byName(a: Actor, b: Actor): readonly [Actor, Actor] {
  return a.name < b.name || (a.name === b.name && a.principal < b.principal) ? [a, b] : [b, a];
}

/** `Saver and Scaler (3 turns from ... to ...)`. */
export function contentionText({ parties, alternations, from, to }: FieldContention): string {
  const names = parties.map(({ name }) => displayText(name, 80)).join(' and ');
  return `${names} (${alternations} turns from ${from} to ${to})`;
}
