import type { Drift, DriftValue, Reverted, Write } from '../model/drift.ts';
import type { Effect } from '../model/effect.ts';
import { judgedLeaves } from './attributes.ts';
import type { Move } from './history.ts';
import { movesOf, rootsOf } from './history.ts';
import type { Outcomes } from './outcomes.ts';
import { createOutcomes } from './outcomes.ts';
import type { Managed } from './report.ts';
import { becauseOf, dispositions, makeDrift, makeReverted } from './report.ts';
import type { EventOutcome, NetDriftInput } from './types.ts';

export interface ResourceResult {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
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
    return { drifts: [], reverted: [], outcomes: noEffect(events, resource, because) };
  }
  const exists = effects.findLast(({ change }) => isWhole(change.kind))?.change.kind !== 'delete';
  return exists
    ? foldAttributes(input, resource, effects, events)
    : foldDeletion(resource, effects, events);
}

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
    drifts: [drift],
    reverted: [],
    outcomes: outcomes.list('the resource was deleted in the end'),
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
  const reverted: Reverted[] = [...recreations(resource, effects, outcomes)];
  const moves = effects.flatMap(movesOf);
  drifts.push(...unknownChanges(resource, moves, outcomes));
  for (const root of rootsOf(moves)) {
    for (const leaf of judgedLeaves(input, resource, root, moves)) {
      for (const { event } of leaf.writes) {
        outcomes.add(event, dispositions[leaf.judgment], becauseOf(leaf.judgment, leaf.path));
      }
      if (leaf.judgment === 'drift' || leaf.judgment === 'redacted') drifts.push(leaf.toDrift());
      if (leaf.judgment === 'reverted') reverted.push(makeReverted(resource, leaf));
    }
  }
  return { drifts, reverted, outcomes: outcomes.list('it already had these values') };
}

/** A call whose request the log left out: anything about the resource may have changed. */
function unknownChanges(
  resource: Managed,
  moves: readonly Move[],
  outcomes: Outcomes,
): readonly Drift[] {
  const hidden = moves.filter(({ change }) => change.path.length === 0);
  if (hidden.length === 0) return [];
  const live: DriftValue = { kind: 'unknown', why: 'the log leaves out what the call changed' };
  for (const { event } of hidden) outcomes.add(event, 'redacted', live.why);
  const declared: DriftValue = { kind: 'value', value: {} };
  const writes = hidden.map(({ event, time }): Write => ({ event, time, value: live }));
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
  const because = 'the resource was deleted and created again';
  for (const { event } of writes) outcomes.add(event, 'reverted', because);
  return [makeReverted(resource, { path: [], writes })];
}

function noEffect(
  events: readonly string[],
  { address }: Managed,
  because: string,
): ResourceResult['outcomes'] {
  return events.map((event) => [event, { disposition: 'no-effect', address, because }]);
}
