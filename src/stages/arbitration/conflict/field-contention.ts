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

interface Stretch {
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
  const stretches = stretchesOf(writes, actorOf);
  let best: FieldContention | undefined;
  let start = 0;
  for (let end = 1; end < stretches.length; end += 1) {
    // An actor other than the last two ends their contention.
    if (
      end - start >= 2 &&
      stretches[end - 2]?.actor.principal !== stretches[end]?.actor.principal
    ) {
      start = end - 1;
    }
    while (start < end && spanOf(stretches[start], stretches[end]) > limits.withinHours * hour)
      start += 1;
    const alternations = end - start;
    const contention =
      alternations < limits.turns ? undefined : contentionBetween(stretches, start, end);
    if (contention !== undefined && alternations > (best?.alternations ?? 0)) best = contention;
  }
  return best;
}

/** The writers of a field, with consecutive writes by one actor merged into one stretch. */
function stretchesOf(
  writes: readonly Write[],
  actorOf: (event: string) => Actor | undefined,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const write of writes) {
    const actor = actorOf(write.event);
    if (actor === undefined || actor.principal === stretches.at(-1)?.actor.principal) continue;
    stretches.push({ actor, write });
  }
  return stretches;
}

function spanOf(a: Stretch | undefined, b: Stretch | undefined): number {
  return Date.parse(b?.write.time ?? '') - Date.parse(a?.write.time ?? '');
}

function contentionBetween(
  stretches: readonly Stretch[],
  start: number,
  end: number,
): FieldContention | undefined {
  const [first, second, last] = [stretches[start], stretches[start + 1], stretches[end]];
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
