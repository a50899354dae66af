import { type Actor, unexplainedActor } from '../../../model/actor.ts';
import type { Approval } from '../../../model/approval.ts';
import { definedBounds } from '../../../model/bounds.ts';
import type { Declaration } from '../../../model/declaration.ts';
import type { Drift } from '../../../model/drift.ts';
import type { HarmReading } from '../../../model/harm.ts';
import { hour, minute } from '../../../model/instant.ts';
import type { Want } from '../../../model/intent.ts';
import { dottedPath, pathKey } from '../../../model/path.ts';
import { regionalPricing } from '../../../providers/harm/cost/price.ts';
import { readDriftHarm } from '../../../providers/harm/read.ts';
import type { HarmFacts } from '../../../providers/harm/table/types.ts';
import { declaredIntents, markAnnounced } from '../../arbitration/declare/declared-intents.ts';
import type { DecideInput, Owner, Policy, TimeWindow } from '../../arbitration/types.ts';
import { inferIntents } from '../../intent/infer.ts';
import { scenarioDrifts, type TimedChange } from '../../intent/notation/change.ts';
import type { EvidenceEvent } from '../../intent/types.ts';
import type { NotedWant, Situated } from './schema.ts';

/** Changes without a time happen one a minute, starting five hours before `now`. */
const start = 5 * hour;

/** The account that owns the resources. */
const account = '123456789012';

/** A scenario as input for arbitration. Intents are inferred as in a run. */
export function scenarioInput(scenario: Situated, policy: Policy, facts: HarmFacts): DecideInput {
  const { now, environment, incidents, maintenance, freezes } = scenario;
  const actors = new Map(
    Object.entries(scenario.actors).map(([id, one]) => [id, actorOf(id, one)]),
  );
  const actor = (id: string): Actor => actors.get(id) ?? unknownActor(id);
  const timed = timedChanges(scenario);
  const events = new Map(
    timed.map(({ event, time, by }): [string, EvidenceEvent] => [
      event,
      { id: event, time, actor: actor(by) },
    ]),
  );
  const drifts = scenarioDrifts(timed);
  const inferred = inferIntents({ drifts, event: (id) => events.get(id), related: () => true });
  const declared = declaredIntents(declarations(scenario, actor), drifts);
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  const owners = ownersOf(scenario, actor);
  return {
    intents: [...markAnnounced(inferred, declared, byId), ...declared],
    drifts,
    policy,
    context: {
      now,
      incidents: incidents.map(windowOf),
      maintenance: maintenance.map(windowOf),
      freezes: freezes.map(windowOf),
      deployers: scenario.deployers.map((id) => actor(id).principal),
      environmentOf: () => environment,
    },
    actorOf: (event) => events.get(event)?.actor,
    harmOf: harmReader(scenario, facts),
    approvals: approvalsIn(scenario, actor),
    declared: (address, path) => lookUp(scenario.code, address, pathKey(path)),
    declaredSince: (address, path) => lookUp(scenario.committed, address, pathKey(path)),
    ownerOf: (address, path) => owners.get(placeKey(address, pathKey(path))),
  };
}

function timedChanges(scenario: Situated): readonly (TimedChange & { readonly by: string })[] {
  const from = Date.parse(scenario.now) - start;
  return scenario.changes.map(({ by, time, ...change }, index) => ({
    by,
    change,
    event: `e${index + 1}`,
    time: time ?? new Date(from + index * minute).toISOString(),
  }));
}

function actorOf(id: string, one: Situated['actors'][string]): Actor {
  const { class: kind, name, principal, session, trusted, recorded } = one;
  return {
    class: kind,
    principal: principal ?? `arn:aws:iam::${account}:role/${id}`,
    name: name ?? id,
    signature: recorded ? 'scenario' : unexplainedActor,
    evidence: trusted ? 'trusted' : 'claimed',
    ...(session === undefined ? {} : { session }),
  };
}

function unknownActor(id: string): Actor {
  return actorOf(id, { class: 'unknown', trusted: false, recorded: true });
}

function declarations(scenario: Situated, actor: (id: string) => Actor): readonly Declaration[] {
  return scenario.declared.map(({ by, at, field, want, or, why, from, until, ticket }) => ({
    actor: actor(by),
    address: at,
    path: dottedPath(field),
    want: wantOf(want),
    ...(or === undefined ? {} : { relaxation: wantOf(or) }),
    purpose: 'change',
    summary: why,
    from,
    ...(until === undefined ? {} : { until }),
    ...(ticket === undefined ? {} : { ticket }),
  }));
}

/** The harm of changes, judged by types, values and what the scenario says about the resource. */
function harmReader(
  { attributes, prices }: Situated,
  facts: HarmFacts,
): (drift: Drift) => HarmReading {
  return (drift) => {
    const known = attributes[drift.address];
    const pricing = prices && regionalPricing(prices, undefined, known);
    const more = known === undefined ? {} : { attributes: known };
    return readDriftHarm(facts, drift, { accounts: [account] }, { ...more, pricing });
  };
}

function approvalsIn({ approvals }: Situated, actor: (id: string) => Actor): readonly Approval[] {
  return approvals.map((one, index) => ({
    id: `approval-${index + 1}`,
    approver: {
      name: one.who,
      ...(one.role === undefined ? {} : { role: one.role }),
      carries: one.carries,
      evidence: one.trusted ? 'trusted' : 'claimed',
    },
    ...(one.for === undefined ? {} : { actor: actor(one.for).principal }),
    address: one.at,
    path: dottedPath(one.field),
    want: wantOf(one.want),
    from: one.from,
    until: one.until,
    ticket: one.ticket,
  }));
}

function wantOf(noted: NotedWant): Want {
  if ('eq' in noted) return { kind: 'eq', value: noted.eq };
  if ('oneOf' in noted) return { kind: 'oneOf', values: noted.oneOf };
  if ('contains' in noted) return { kind: 'contains', elements: noted.contains };
  if ('excludes' in noted) return { kind: 'excludes', elements: noted.excludes };
  const { min, max, prefer } = noted;
  return {
    kind: 'range',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(prefer === undefined ? {} : { prefer }),
  };
}

function ownersOf(scenario: Situated, actor: (id: string) => Actor): ReadonlyMap<string, Owner> {
  return new Map(
    scenario.owners.map(({ by, at, field, min, max, expires }) => {
      const { principal, name } = actor(by);
      const bounds = definedBounds({ min, max });
      const owner: Owner = {
        principal,
        name,
        bounds,
        ...(expires === undefined ? {} : { expires }),
      };
      return [placeKey(at, pathKey(dottedPath(field))), owner];
    }),
  );
}

function placeKey(address: string, path: string): string {
  return `${address} ${path}`;
}

/** Looks up by `address field`, or else by `field` alone. */
function lookUp<T>(
  values: Readonly<Record<string, T>>,
  address: string,
  key: string,
): T | undefined {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const [field = '', at] = name.split(' ').reverse();
    return pathKey(dottedPath(field)) === key ? [{ at, value }] : [];
  });
  const own = found.find(({ at }) => at === address) ?? found.find(({ at }) => at === undefined);
  return own?.value;
}

function windowOf({
  id,
  from,
  to,
  environments,
  addresses,
}: Situated['incidents'][number]): TimeWindow {
  return {
    id,
    from,
    ...(to === undefined ? {} : { to }),
    ...(environments === undefined ? {} : { environments }),
    ...(addresses === undefined ? {} : { addresses }),
  };
}
