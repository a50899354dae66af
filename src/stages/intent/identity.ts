import type { Actor, ActorClass } from '../../model/actor.ts';
import { canonicalJson } from '../../model/json.ts';

/**
 * Classes of robots. A robot does one kind of work all day and gets a new session name with each
 * login, so session names are ignored. For other actors the session name distinguishes people who
 * share a role, and a session is one piece of work.
 */
export const robots: ReadonlySet<ActorClass> = new Set([
  'controller',
  'security',
  'compliance',
  'cost',
  'provider',
  'iac',
]);

/** The actor behind drifts that no known event explains. */
export const nobody: Actor = {
  class: 'unknown',
  principal: 'unknown',
  name: 'unknown',
  signature: 'none',
  evidence: 'claimed',
};

/** The identity by which actors are clustered. */
export function actorKey(actor: Actor): string {
  const session = robots.has(actor.class) ? '' : (actor.session ?? '');
  return canonicalJson([actor.class, actor.principal, session]);
}
