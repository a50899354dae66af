import type { Actor, ActorClass } from '../../model/actor.ts';
import { canonicalJson } from '../../model/json.ts';

/**
 * Robots act on one thing at a time, all day, and get a new session name from each login. For
 * everybody else the session name shows who shares a role, and a session is one piece of work.
 */
export const robots: ReadonlySet<ActorClass> = new Set([
  'controller',
  'security',
  'compliance',
  'cost',
  'provider',
  'iac',
]);

/** Who made what no known event shows. */
export const nobody: Actor = {
  class: 'unknown',
  principal: 'unknown',
  name: 'unknown',
  signature: 'none',
  evidence: 'claimed',
};

/** Identity of an actor for clustering. */
export function actorKey(actor: Actor): string {
  const session = robots.has(actor.class) ? '' : (actor.session ?? '');
  return canonicalJson([actor.class, actor.principal, session]);
}

/** The signature of what only a look shows, when no event explains it. */
export const unexplainedActor = 'no-audit-event';

/** Nobody acted here: a look showed a value that no event explains. */
export function isNobody({ signature }: Actor): boolean {
  return signature === unexplainedActor;
}
