import { parseAddress } from '../../code/terraform/address.ts';
import { type ActorClass, isNobody } from '../../model/actor.ts';
import { groupBy } from '../../model/group.ts';
import type { Purpose } from '../../model/intent.ts';
import { emptyNames } from '../../providers/traits/empty-names.ts';
import type { IntentClause } from './clause.ts';
import type { ActorSession } from './sessions.ts';
import { claimedTicket } from './ticket.ts';
import type { InferInput } from './types.ts';

/** Changes of a session, with the clauses that describe them. */
export interface IntentPiece {
  readonly session: ActorSession;
  readonly clauses: readonly IntentClause[];
}

/**
 * Actors whose session may contain several unrelated pieces of work. The sessions of others were
 * planned as one.
 */
const splitClasses: ReadonlySet<ActorClass> = new Set(['human', 'agent', 'unknown']);

/** More clauses than this do not fit into a title. */
const maxSentences = 3;

/** With more resources than this, references between them are not looked up. */
const maxCompared = 100;

/**
 * Splits a session into pieces that a reviewer can judge separately. What one sentence says about
 * several resources stays together, and so does what belongs together: one resource, module or
 * name, the same work on the same type, or a reference from one to the other. If a piece has more
 * clauses than fit into a title, it is also split by purpose. A ticket that the actor named keeps a
 * session together, since it was planned as one.
 */
export function splitSession(
  session: ActorSession,
  clauses: readonly IntentClause[],
  input: Pick<InferInput, 'related' | 'event'>,
): readonly IntentPiece[] {
  const whole = [{ session, clauses }];
  if (clauses.length < 2 || !splitClasses.has(session.actor.class)) return whole;
  // Drifts without a known actor and time stay together, so that a person answers only once.
  if (session.events.length === 0 || isNobody(session.actor)) return whole;
  if (claimedTicket(session.events) !== undefined) return whole;
  const pieces = tiedClauses(clauses, input).flatMap(byPurpose);
  return pieces.length < 2 ? whole : pieces.map((own) => pieceOf(session, own));
}

/** Groups the clauses by what connects their resources. */
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
 * Keys that connect a clause to others, beyond its resources: the event, the deployment, the same
 * purpose on the same type, and creations and deletions of one type.
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

/**
 * What people regard as one thing: a resource, its parent, a module other than the root, a name.
 */
function keysOf({
  drift: { address, creation },
}: IntentClause['facts'][number]): readonly string[] {
  const parsed = parseAddress(address);
  const parent = creation?.parent;
  const own = [address, ...(parent === undefined ? [] : [parent])];
  if (parsed === undefined) return own;
  const module = parsed.modules.map(({ name }) => name).join('.');
  if (module !== '') return [...own, `module ${module}`];
  return emptyNames.has(parsed.name) ? own : [...own, `name ${parsed.name}`];
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
