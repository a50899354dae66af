import { parseAddress } from '../../code/terraform/address.ts';
import type { ActorClass } from '../../model/actor.ts';
import { groupBy } from '../../model/group.ts';
import type { Purpose } from '../../model/intent.ts';
import type { IntentClause } from './clause.ts';
import { unspoken } from './facts.ts';
import { isNobody } from './identity.ts';
import type { ActorSession } from './sessions.ts';
import { claimedTicket } from './ticket.ts';
import type { InferInput } from './types.ts';

/** Changes of a session, with the sentence that describes them. */
export interface IntentPiece {
  readonly session: ActorSession;
  readonly clauses: readonly IntentClause[];
}

/** What these do in one stretch of time may be about several things; what others do was planned as one. */
const splitClasses: ReadonlySet<ActorClass> = new Set(['human', 'agent', 'unknown']);

/** More sentences than a title can name. */
const maxSentences = 3;

/** Beyond so many resources, references between them are not looked up. */
const maxCompared = 100;

/**
 * A session as the pieces that a reviewer can judge apart: what one sentence says of several
 * resources stays together, and so does what belongs together (one resource, module or name, the
 * same work on the same type, or one refers to the other). Where that is still more than a title can name, also by purpose. A ticket
 * that the actor named holds a session together: somebody planned it as one.
 */
export function splitSession(
  session: ActorSession,
  clauses: readonly IntentClause[],
  input: Pick<InferInput, 'related' | 'event'>,
): readonly IntentPiece[] {
  const whole = [{ session, clauses }];
  if (clauses.length < 2 || !splitClasses.has(session.actor.class)) return whole;
  // Drifts without a known actor and time stay together: a person answers for them once.
  if (session.events.length === 0 || isNobody(session.actor)) return whole;
  if (claimedTicket(session.events) !== undefined) return whole;
  const pieces = tiedClauses(clauses, input).flatMap(byPurpose);
  return pieces.length < 2 ? whole : pieces.map((own) => pieceOf(session, own));
}

/** The clauses by what connects their resources. */
function tiedClauses(
  clauses: readonly IntentClause[],
  input: Pick<InferInput, 'related' | 'event'>,
): readonly (readonly IntentClause[])[] {
  const nodes = clauses.map((one) => ({ one, group: new Set([one]) }));
  const join = (a: (typeof nodes)[number], b: (typeof nodes)[number]): void => {
    if (a.group === b.group) return;
    const joined = new Set([...a.group, ...b.group]);
    for (const node of nodes) if (joined.has(node.one)) node.group = joined;
  };
  const first = new Map<string, (typeof nodes)[number]>();
  for (const node of nodes) {
    for (const key of new Set(keysOfClause(node.one, input))) {
      const other = first.get(key);
      if (other === undefined) first.set(key, node);
      else join(other, node);
    }
  }
  const addresses = new Set(clauses.flatMap(addressesIn));
  if (addresses.size <= maxCompared) {
    for (const [index, a] of nodes.entries()) {
      for (const b of nodes.slice(index + 1)) if (areRelated(a.one, b.one, input)) join(a, b);
    }
  }
  return [...new Set(nodes.map(({ group }) => group))].map((group) => [...group]);
}

/**
 * Belongs together, too: what one call or one deployment did, the same work on the same type, and
 * resources of a type that went with those that came.
 */
function keysOfClause(
  { facts, purpose }: IntentClause,
  { event }: Pick<InferInput, 'event'>,
): readonly string[] {
  return facts.flatMap((fact) => {
    const { change, drift, type } = fact;
    const isMove = change === 'created' || change === 'deleted';
    const deployments = drift.evidence.flatMap((id) => event(id)?.deployment ?? []);
    return [
      ...keysOf(fact),
      ...drift.evidence.map((id) => `event ${id}`),
      ...deployments.map((id) => `deployment ${id}`),
      ...(isMove ? [`moved ${type}`] : []),
      `${purpose} ${type}`,
    ];
  });
}

/** What people see as one thing: a resource, its parent, a module other than the root, a name. */
function keysOf({
  drift: { address, creation },
}: IntentClause['facts'][number]): readonly string[] {
  const parsed = parseAddress(address);
  const parent = creation?.parent;
  const own = [address, ...(parent === undefined ? [] : [parent])];
  if (parsed === undefined) return own;
  const module = parsed.modules.map(({ name }) => name).join('.');
  if (module !== '') return [...own, `module ${module}`];
  return unspoken.has(parsed.name) ? own : [...own, `name ${parsed.name}`];
}

function addressesIn({ facts }: IntentClause): readonly string[] {
  return facts.map(({ drift }) => drift.address);
}

function areRelated(
  a: IntentClause,
  b: IntentClause,
  { related }: Pick<InferInput, 'related'>,
): boolean {
  if (related === undefined) return false;
  const others = [...new Set(addressesIn(b))];
  return [...new Set(addressesIn(a))].some((one) => others.some((other) => related(one, other)));
}

function byPurpose(clauses: readonly IntentClause[]): readonly (readonly IntentClause[])[] {
  if (clauses.length <= maxSentences) return [clauses];
  return [...groupBy(clauses, ({ purpose }): Purpose => purpose).values()];
}

function pieceOf(session: ActorSession, clauses: readonly IntentClause[]): IntentPiece {
  const own = new Set(clauses.flatMap(({ facts }) => facts.map(({ drift }) => drift)));
  const drifts = session.drifts.filter((drift) => own.has(drift));
  const ids = new Set(drifts.map(({ id }) => id));
  const evidence = new Set(drifts.flatMap((drift) => drift.evidence));
  return {
    clauses,
    session: {
      actor: session.actor,
      drifts,
      overtaken: session.overtaken.filter(({ drift }) => ids.has(drift)),
      events: session.events.filter(({ id }) => evidence.has(id)),
    },
  };
}
