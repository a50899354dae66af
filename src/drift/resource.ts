import type { Drift, DriftValue, Reverted, Write } from '../model/drift.ts';
import type { Effect } from '../model/effect.ts';
import { type JudgedLeaf, judgedLeaves } from './attributes.ts';
import type { Move } from './history.ts';
import { movesOf, rootsOf } from './history.ts';
import type { Outcomes } from './outcomes.ts';
import { createOutcomes } from './outcomes.ts';
import { readBack } from './read-back.ts';
import type { Managed } from './report.ts';
import { becauseOf, dispositions, makeDrift, makeReverted } from './report.ts';
import type { EventOutcome, NetDriftInput, SettledField } from './types.ts';

export interface ResourceResult {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly settled: readonly SettledField[];
  /** What the state said of each drift before, by id. */
  readonly origins: readonly (readonly [drift: string, before: DriftValue])[];
  /** What the provider reads and no effect explains. */
  readonly unexplained: readonly Drift[];
  readonly outcomes: readonly (readonly [event: string, outcome: EventOutcome])[];
}

/** Net drift of one managed resource from its effects in fold order. */
export function foldResource(
  input: NetDriftInput,
  resource: Managed,
  effects: readonly Effect[],
): ResourceResult {
  const events = [...new Set(effects.map(({ event }) => event))];
  const gone = input.declared(resource.address, []).value.kind === 'absent';
  if (gone) {
    const because = 'the code no longer declares this resource';
    const { address } = resource;
    const settled = [{ address, path: [], judgment: 'gone', live: { kind: 'absent' } }] as const;
    return { ...nothing, settled, outcomes: noEffect(events, resource, because) };
  }
  const live = input.live?.get(resource.address);
  const exists = effects.findLast(({ change }) => isWhole(change.kind))?.change.kind !== 'delete';
  if (live?.resource.kind === 'gone' && !isRenamed(input, resource, effects)) {
    return foldLoss(resource, effects, events);
  }
  return exists || live !== undefined
    ? foldAttributes(input, resource, effects, events)
    : foldDeletion(resource, effects, events);
}

const nothing: ResourceResult = {
  drifts: [],
  reverted: [],
  settled: [],
  origins: [],
  unexplained: [],
  outcomes: [],
};

/** What the state says of a resource that it has. */
const there: DriftValue = { kind: 'value', value: {} };

function isWhole(kind: Effect['change']['kind']): boolean {
  return kind === 'create' || kind === 'delete';
}

/** The comings and goings of a resource that exists at first. */
function toggles(effects: readonly Effect[]): readonly Write[] {
  const writes: Write[] = [];
  let exists = true;
  for (const { event, time, change } of effects) {
    if (!isWhole(change.kind) || exists === (change.kind === 'create')) continue;
    exists = change.kind === 'create';
    writes.push({
      event,
      time,
      value: exists ? { kind: 'value', value: {} } : { kind: 'absent' },
    });
  }
  return writes;
}

function foldDeletion(
  resource: Managed,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const drift = makeDrift(resource, [], {
    declared: { kind: 'value', value: {} },
    declaredFrom: 'code',
    live: { kind: 'absent' },
    writes: toggles(effects),
  });
  const outcomes = createOutcomes(resource.address, events);
  for (const event of drift.evidence) outcomes.add(event, 'drift', 'it deleted the resource');
  return {
    ...nothing,
    drifts: [drift],
    origins: [[drift.id, there]],
    outcomes: outcomes.list('the resource was deleted in the end'),
  };
}

/**
 * True when the log says that what the resource is found by has another value now: the provider
 * then looks for it under its old name.
 */
function isRenamed(
  input: NetDriftInput,
  { address }: Managed,
  effects: readonly Effect[],
): boolean {
  const id = input.baseline(address, ['id']);
  if (id === undefined) return false;
  return effects.some(({ change }) => {
    if (change.kind !== 'set' || change.path.length !== 1 || change.value.kind !== 'known') {
      return false;
    }
    return change.value.value !== id && input.baseline(address, change.path) === id;
  });
}

/** The provider does not find the resource any more, whatever the log says. */
function foldLoss(
  resource: Managed,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const writes = toggles(effects);
  const hidden = hiddenWrites(effects.flatMap(movesOf));
  const drift = makeDrift(resource, [], {
    declared: { kind: 'value', value: {} },
    declaredFrom: 'code',
    live: { kind: 'absent' },
    writes: writes.length > 0 ? writes : hidden,
    confirmed: true,
  });
  const outcomes = createOutcomes(resource.address, events);
  for (const event of drift.evidence) outcomes.add(event, 'drift', 'the resource is gone since');
  const found = drift.evidence.length > 0 ? { drifts: [drift] } : { unexplained: [drift] };
  const origins = [[drift.id, there]] as const;
  return {
    ...nothing,
    ...found,
    origins,
    outcomes: outcomes.list('the provider finds the resource gone'),
  };
}

function foldAttributes(
  input: NetDriftInput,
  resource: Managed,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const outcomes = createOutcomes(resource.address, events);
  const drifts: Drift[] = [];
  const unexplained: Drift[] = [];
  const settled: SettledField[] = [];
  const origins: [string, DriftValue][] = [];
  const reverted: Reverted[] = [...recreations(resource, effects, outcomes)];
  const keep = (drift: Drift, { origin }: JudgedLeaf): Drift => {
    origins.push([drift.id, origin]);
    return drift;
  };
  const moves = effects.flatMap(movesOf);
  const live = readBack(input, resource, moves);
  if (live === undefined) drifts.push(...unknownChanges(resource, moves, outcomes));
  for (const root of live?.roots ?? rootsOf(moves)) {
    for (const leaf of judgedLeaves(input, resource, root, moves, live?.overlay)) {
      const { judgment, path, writes } = leaf;
      if (isSilence(leaf)) continue;
      for (const { event } of writes) {
        outcomes.add(event, dispositions[judgment], becauseOf(judgment, path));
      }
      if (judgment === 'drift' || judgment === 'redacted') drifts.push(keep(leaf.toDrift(), leaf));
      if (judgment === 'reverted') reverted.push(makeReverted(resource, leaf));
      if (judgment === 'refuted') {
        reverted.push(makeReverted(resource, leaf, 'The provider reads it as it was before.'));
      }
      // What the provider fills in by itself is nobody's change.
      const own = judgment === 'unexplained' ? leaf.toDrift() : undefined;
      if (own !== undefined && own.undeclared !== true) unexplained.push(keep(own, leaf));
      settled.push(...settledField(resource, leaf));
    }
  }
  for (const { path } of reverted.slice(0, 1)) {
    if (path.length > 0) continue;
    const { address } = resource;
    settled.push({ address, path, judgment: 'reverted', live: there });
  }
  const otherwise =
    live === undefined
      ? 'it already had these values'
      : 'the provider reads nothing that it changed';
  return { drifts, reverted, settled, origins, unexplained, outcomes: outcomes.list(otherwise) };
}

function settledField(
  { address }: Managed,
  { judgment, path, live, writes }: JudgedLeaf,
): readonly SettledField[] {
  if (judgment === 'drift' || judgment === 'redacted' || judgment === 'unexplained') return [];
  const event = writes.at(-1)?.event;
  return [{ address, path, judgment, live, ...(event === undefined ? {} : { event }) }];
}

/** A log that hides what a call changed says nothing about what stayed the same. */
function isSilence({ judgment, writes }: JudgedLeaf): boolean {
  const isHidden = ({ value }: Write) => value.kind === 'redacted' || value.kind === 'unknown';
  return judgment === 'refuted' && writes.every(isHidden);
}

/** Calls whose request the log leaves out: anything about the resource may have changed. */
function hiddenWrites(moves: readonly Move[]): readonly Write[] {
  const live: DriftValue = { kind: 'unknown', why: 'the log leaves out what the call changed' };
  return moves
    .filter(({ change }) => change.path.length === 0)
    .map(({ event, time }) => ({ event, time, value: live }));
}

function unknownChanges(
  resource: Managed,
  moves: readonly Move[],
  outcomes: Outcomes,
): readonly Drift[] {
  const writes = hiddenWrites(moves);
  const live = writes[0]?.value;
  if (live?.kind !== 'unknown') return [];
  for (const { event } of writes) outcomes.add(event, 'redacted', live.why);
  const declared: DriftValue = { kind: 'value', value: {} };
  return [makeDrift(resource, [], { declared, declaredFrom: 'code', live, writes })];
}

/** A resource that went and came back is the same one as far as Terraform can tell. */
function recreations(
  resource: Managed,
  effects: readonly Effect[],
  outcomes: Outcomes,
): readonly Reverted[] {
  const writes = toggles(effects);
  if (writes.length === 0) return [];
  const isBack = writes.at(-1)?.value.kind === 'value';
  const because = isBack
    ? 'the resource was deleted and created again'
    : 'the provider still finds the resource';
  for (const { event } of writes) outcomes.add(event, 'reverted', because);
  const why = isBack ? undefined : 'The provider still finds the resource.';
  return [makeReverted(resource, { path: [], writes }, why)];
}

function noEffect(
  events: readonly string[],
  { address }: Managed,
  because: string,
): ResourceResult['outcomes'] {
  return events.map((event) => [event, { disposition: 'no-effect', address, because }]);
}
