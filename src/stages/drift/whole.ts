import type { Effect } from '../../model/effect.ts';
import { type End, makePassed } from '../../model/passing.ts';
import type { Reverted } from '../../model/reverted.ts';
import { type JudgedLeaf, judgedLeaves } from './attributes.ts';
import { recreations, thereAfter, toggles } from './existence.ts';
import { addressMovesOf, driftRoots, hiddenWrites } from './history.ts';
import { movesIn } from './life.ts';
import { createOutcomes, type DriftOutcomes } from './outcomes.ts';
import { dispositions, judgmentReason, type ManagedResources, makeDrift } from './report.ts';
import { emptyResult, type ResourceResult, there } from './resource-result.ts';
import { tied } from './ties.ts';
import type { NetDriftInput } from './types.ts';

/** For a resource that was both created and deleted by calls of one moment. */
export function foldDoubt(
  resource: ManagedResources,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const live = { kind: 'unknown', why: tied } as const;
  const writes = effects
    .filter((effect) => thereAfter(effect) !== undefined)
    .map(({ event, time }) => ({ event, time, value: live }));
  const sides = { declared: there, declaredFrom: 'code', live, writes } as const;
  const drift = makeDrift(resource, [], sides);
  const outcomes = createOutcomes(resource.address, events);
  for (const event of drift.evidence) outcomes.add(event, 'redacted', tied);
  const origins = [[drift.id, there]] as const;
  return { ...emptyResult, drifts: [drift], origins, outcomes: outcomes.list(tied) };
}

/**
 * For a resource that the code no longer declares: nothing about it is drift, but changes to it are
 * reported.
 */
export function foldUndeclared(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  exists: boolean,
): ResourceResult {
  const events = [...new Set(effects.map(({ event }) => event))];
  const outcomes = createOutcomes(resource.address, events);
  const because = 'the code no longer declares this resource';
  const { address } = resource;
  const settled = [{ address, path: [], judgment: 'gone', live: { kind: 'absent' } }] as const;
  const ended = exists
    ? ({ ending: 'undeclared', because } as const)
    : ({ ending: 'deleted', because, end: driftEnd(effects) } as const);
  const reverted = foldEnded(input, resource, effects, ended, outcomes);
  const writes = toggles(effects);
  if (writes.at(-1)?.value.kind === 'value') {
    return {
      ...emptyResult,
      settled,
      reverted: [...recreations(resource, effects, outcomes), ...reverted],
      outcomes: outcomes.list('it already had these values'),
    };
  }
  for (const { event, value } of writes) {
    outcomes.add(event, value.kind === 'absent' ? 'in-code' : 'superseded', because);
  }
  return {
    ...emptyResult,
    settled,
    reverted,
    outcomes: outcomes.list('it already had these values'),
  };
}

/** A resource that the code declares and the cloud does not have. */
const goneSides = { declared: there, declaredFrom: 'code', live: { kind: 'absent' } } as const;

/** For a resource that was deleted and not created again. */
export function foldDeletion(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const drift = makeDrift(resource, [], { ...goneSides, writes: toggles(effects) });
  const outcomes = createOutcomes(resource.address, events);
  for (const event of drift.evidence) outcomes.add(event, 'drift', 'it deleted the resource');
  const because = 'the resource was deleted later';
  const ended = { ending: 'deleted', because, end: driftEnd(effects) } as const;
  const reverted = foldEnded(input, resource, effects, ended, outcomes);
  return {
    ...emptyResult,
    drifts: [drift],
    origins: [[drift.id, there]],
    reverted,
    outcomes: outcomes.list(because),
  };
}

/** For a resource that the provider no longer finds, whatever the log says. */
export function foldLoss(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  events: readonly string[],
): ResourceResult {
  const writes = toggles(effects);
  const hidden = hiddenWrites(effects.flatMap(addressMovesOf));
  const drift = makeDrift(resource, [], {
    ...goneSides,
    writes: writes.length > 0 ? writes : hidden,
    confirmed: true,
  });
  const outcomes = createOutcomes(resource.address, events);
  for (const event of drift.evidence) outcomes.add(event, 'drift', 'the resource has gone since');
  const found = drift.evidence.length > 0 ? { drifts: [drift] } : { unexplained: [drift] };
  const because = 'the provider finds the resource gone';
  const ended = { ending: 'deleted', because, end: driftEnd(effects) } as const;
  const reverted = foldEnded(input, resource, effects, ended, outcomes);
  const origins = [[drift.id, there]] as const;
  return { ...emptyResult, ...found, origins, reverted, outcomes: outcomes.list(because) };
}

/** Why the values of a resource no longer count as drift. */
interface EndedDrift {
  readonly ending: 'deleted' | 'undeclared';
  /** The reason, to complete a sentence that begins with the event. */
  readonly because: string;
  readonly end?: End;
}

/**
 * The changes that were made to a resource that has since been removed from the code or the cloud.
 */
function foldEnded(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  ended: EndedDrift,
  outcomes: DriftOutcomes,
): readonly Reverted[] {
  // What the deletion itself removed is reported with the resource.
  const moves = movesIn(input, resource, effects).filter(({ event }) => event !== ended.end?.event);
  for (const { event } of hiddenWrites(moves)) outcomes.add(event, 'superseded', ended.because);
  return driftRoots(moves).flatMap((root) =>
    judgedLeaves(input, resource, root, moves).flatMap(
      (leaf) => foldLeaf(resource, leaf, ended, outcomes) ?? [],
    ),
  );
}

function foldLeaf(
  resource: ManagedResources,
  leaf: JudgedLeaf,
  { ending, because, end }: EndedDrift,
  outcomes: DriftOutcomes,
): Reverted | undefined {
  const { judgment, path, writes, away } = leaf;
  if (judgment === 'computed' || judgment === 'ignored' || judgment === 'delegated') {
    for (const { event } of writes) {
      outcomes.add(event, dispositions[judgment], judgmentReason(judgment, path));
    }
    return undefined;
  }
  const isBack = away.at(-1) === false;
  for (const { event } of writes) {
    if (isBack) outcomes.add(event, 'reverted', judgmentReason('reverted', path));
    else outcomes.add(event, 'superseded', because);
  }
  return makePassed(resource, leaf, away, isBack ? 'put-back' : ending, isBack ? {} : end);
}

/** The deletion that ended a resource; empty if it is not in the log. */
function driftEnd(effects: readonly Effect[]): End {
  const last = effects.findLast(({ change }) => change.kind === 'delete');
  return last === undefined ? {} : { event: last.event, time: last.time };
}
