import type { Actor, ActorClass } from '../../model/actor.ts';
import type { Drift, Write } from '../../model/drift.ts';

/** Two automations that keep undoing each other. */
export interface Fight {
  readonly parties: readonly [Actor, Actor];
  /** How often the field changed hands. */
  readonly alternations: number;
  readonly from: string;
  readonly to: string;
}

/** A, B, A, B: below that, somebody may merely have corrected somebody. */
const enough = 3;
/** Who acts by itself, again and again. */
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

/**
 * The fight that the writes to one field show, if any: the pair of automations that followed each
 * other most often. Works on drifts and on changes that cancelled out.
 */
export function fightIn(
  { writes }: Pick<Drift, 'writes'>,
  actorOf: (event: string) => Actor | undefined,
): Fight | undefined {
  const turns: { actor: Actor; write: Write }[] = [];
  for (const write of writes ?? []) {
    const actor = actorOf(write.event);
    if (actor === undefined || actor.principal === turns.at(-1)?.actor.principal) continue;
    turns.push({ actor, write });
  }
  let best: Fight | undefined;
  let start = 0;
  for (let end = 1; end < turns.length; end += 1) {
    // A turn that neither of the last two took ends their fight.
    const back = turns[end - 2];
    if (end - start >= 2 && back?.actor.principal !== turns[end]?.actor.principal) start = end - 1;
    const [first, second] = [turns[start], turns[start + 1]];
    const alternations = end - start;
    if (first === undefined || second === undefined || alternations < enough) continue;
    if (!automations.has(first.actor.class) || !automations.has(second.actor.class)) continue;
    if (best !== undefined && best.alternations >= alternations) continue;
    best = {
      parties: byName(first.actor, second.actor),
      alternations,
      from: first.write.time,
      to: turns[end]?.write.time ?? first.write.time,
    };
  }
  return best;
}

function byName(a: Actor, b: Actor): readonly [Actor, Actor] {
  return a.name <= b.name ? [a, b] : [b, a];
}
