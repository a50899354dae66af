import { type AdoptMode, whyUnadopted } from '../../../model/adoption.ts';
import type { Drift, Unadopted } from '../../../model/drift.ts';
import { creationId } from '../../../model/id.ts';
import type { JsonObject } from '../../../model/json.ts';
import { makePassed } from '../../../model/passing.ts';
import type { Reverted } from '../../../model/reverted.ts';
import { type Live, perform } from '../changes/perform.ts';
import { hasHidden } from '../values/hidden.ts';
import { leanObject } from './lean.ts';
import { isSecretField } from './secret.ts';
import type { ObjectEstate, ObjectEvent, ObjectOutcome } from './types.ts';

export interface NetUnmanaged {
  readonly drifts: readonly Drift[];
  readonly reverted?: readonly Reverted[];
  readonly outcomes: readonly (readonly [event: string, outcome: ObjectOutcome])[];
}

/**
 * The outcome for an object that no manifest declares. It becomes a drift if it is next to managed
 * objects, or with `adopt: all`.
 */
export function foldUnmanagedObject(
  estate: ObjectEstate,
  events: readonly ObjectEvent[],
  mode: AdoptMode,
): NetUnmanaged {
  const first = events[0]?.change.object;
  if (first === undefined) return { drifts: [], outcomes: [] };
  const birth = events.findLast(({ change }) => change.action.kind === 'create');
  const body = birth?.change.action.kind === 'create' ? birth.change.action.body : undefined;
  const { address, type } = estate.unmanagedAt(first, body);
  const all = (disposition: ObjectOutcome['disposition'], because: string): NetUnmanaged => ({
    drifts: [],
    outcomes: events.map(({ event }) => [event, { disposition, address, because }]),
  });
  const left = (because: string): NetUnmanaged => all('unmanaged', because);
  if (birth === undefined || body === undefined) return left('no manifest declares it');
  const since = events.slice(events.indexOf(birth));
  const live = foldBirth(type, body, since);
  if (live === undefined) {
    const passed = passedUnmanaged({ address, type }, events, birth);
    const outcomes = all('reverted', 'the object was created and deleted again');
    return passed === undefined ? outcomes : { ...outcomes, reverted: [passed] };
  }
  if (birth.isDeployer) return all('iac', 'the deployer of these manifests made it');
  if (birth.isController) {
    return all('automation', 'a controller of the cluster made it and maintains it');
  }
  const isNeighbor = estate.isNeighbor(first);
  if (mode !== 'all' && !isNeighbor) {
    return left('no manifest declares it, or anything else in its namespace');
  }
  const whole = isNeighbor ? { address: `the namespace ${first.namespace ?? ''}` } : undefined;
  const code = since.find((one) => one.code !== undefined)?.code;
  const unadopted =
    whyUnadopted(mode, { code, importId: address }, whole) ?? accessUnasked(type, mode);
  const attributes = leanObject(type, live);
  const isHidden = hasHidden(live) || isSecretField(type, [], attributes);
  const drift = creationOf(address, type, isHidden ? undefined : attributes, birth, unadopted);
  const because = 'it made an object that no manifest has';
  return {
    drifts: [drift],
    outcomes: events.map(({ event }) => [event, { disposition: 'drift', address, because }]),
  };
}

/**
 * Access control objects do not belong to a neighboring workload, so they are adopted only with
 * `adopt: all`.
 */
function accessUnasked(type: string, mode: AdoptMode): Unadopted | undefined {
  if (mode === 'all' || !type.startsWith('rbac.authorization.k8s.io/')) return undefined;
  const because = 'It says who may do what, and is added to the manifests only with `adopt: all`.';
  return { rule: 'grants-access', because };
}

/** An object that was created and deleted. More than one request may try to delete it. */
function passedUnmanaged(
  place: { readonly address: string; readonly type: string },
  events: readonly ObjectEvent[],
  birth: ObjectEvent,
): Reverted | undefined {
  const since = events.slice(events.indexOf(birth));
  const end = since.find(({ change }) => change.action.kind === 'delete') ?? since.at(-1);
  const writes = [
    { event: birth.event, time: birth.time, value: { kind: 'value', value: {} } as const },
  ];
  const written = { path: [], writes, before: { kind: 'absent' } as const };
  const passed = makePassed(place, written, [true], 'deleted', end);
  const evidence = [...new Set(events.map(({ event }) => event))];
  return passed === undefined ? undefined : { ...passed, evidence, created: {} };
}

function foldBirth(
  type: string,
  body: JsonObject,
  events: readonly ObjectEvent[],
): JsonObject | undefined {
  let live: Live = { value: body, applied: new Map() };
  for (const { change } of events.slice(1)) live = perform(type, live, change, body);
  return live.value;
}

function creationOf(
  address: string,
  type: string,
  attributes: JsonObject | undefined,
  { event, time }: ObjectEvent,
  unadopted: Unadopted | undefined,
): Drift {
  const live = { kind: 'value', value: {} } as const;
  const withheld = attributes === undefined ? ['*'] : [];
  return {
    id: creationId({ address, attributes: attributes ?? null }),
    address,
    type,
    path: [],
    declared: { kind: 'absent' },
    declaredFrom: 'code',
    live,
    evidence: [event],
    basis: 'inferred',
    writes: [{ event, time, value: live }],
    creation: {
      attributes: attributes ?? {},
      importId: address,
      ...(withheld.length === 0 ? {} : { withheld }),
      ...(unadopted === undefined ? {} : { unadopted }),
    },
  };
}
