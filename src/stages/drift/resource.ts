import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import type { Reverted } from '../../model/reverted.ts';
import { displayText } from '../../model/text.ts';
import { livesBy } from '../../providers/catalog/elements.ts';
import { type JudgedLeaf, judgedLeaves } from './attributes.ts';
import { creationAgain, isThere, newId, recreations } from './existence.ts';
import { addressMovesOf, driftRoots, hiddenWrites } from './history.ts';
import { isLeft, isSilence, noteWrites, revertedFields, settledField } from './leaf-outcomes.ts';
import { movesIn, withEnds } from './life.ts';
import { isHiddenLook, lookedAt, sinceLook } from './look.ts';
import { createOutcomes, type DriftOutcomes } from './outcomes.ts';
import { readBack } from './read-back.ts';
import { type ManagedResources, makeDrift } from './report.ts';
import { type ResourceResult, there } from './resource-result.ts';
import type { StateOnlyValue } from './state-only.ts';
import { possibleOrders } from './ties.ts';
import type { NetDriftInput, SettledField } from './types.ts';
import { foldDeletion, foldDoubt, foldLoss, foldUndeclared } from './whole.ts';

/** Net drift of one managed resource from its effects in fold order. */
export function foldResource(
  input: NetDriftInput,
  resource: ManagedResources,
  logged: readonly Effect[],
): ResourceResult {
  const orders = possibleOrders(logged, true);
  const effects = withEnds(input, resource, orders.first);
  const others = orders.others.map((order) => withEnds(input, resource, order));
  const events = [...new Set(effects.map(({ event }) => event))];
  const gone = input.declared(resource.address, []).value.kind === 'absent';
  const live = input.live?.get(resource.address);
  const exists = isThere(effects);
  if (gone) {
    return foldUndeclared(input, resource, effects, exists && live?.resource.kind !== 'gone');
  }
  const isElsewhere =
    isRenamed(input, resource, effects) ||
    againAs(input, resource, effects) !== undefined ||
    (exists && losesMember(resource, effects));
  if (live?.resource.kind === 'gone' && !isElsewhere) {
    return foldLoss(input, resource, effects, events);
  }
  if (live === undefined && others.some((order) => isThere(order) !== exists)) {
    return foldDoubt(resource, effects, events);
  }
  return exists || live !== undefined
    ? foldAttributes(input, resource, effects, others)
    : foldDeletion(input, resource, effects, events);
}

/**
 * True when the log shows a new value of the attribute that identifies the resource. The provider
 * then looks for the resource under its old name.
 */
function isRenamed(
  input: NetDriftInput,
  { address }: ManagedResources,
  effects: readonly Effect[],
): boolean {
  const set = effects.flatMap(({ change }) =>
    change.kind === 'set' && change.path.length === 1 && change.value.kind === 'known'
      ? [{ path: change.path, value: change.value.value }]
      : [],
  );
  if (set.length === 0) return false;
  const id = input.baseline(address, ['id']);
  if (id === undefined) return false;
  return set.some(({ path, value }) => value !== id && input.baseline(address, path) === id);
}

/**
 * True when the log shows that the resource lost one of the members by all of which the provider
 * finds it.
 */
function losesMember({ type }: ManagedResources, effects: readonly Effect[]): boolean {
  const names = livesBy(type);
  return effects.some(
    ({ change }) => change.kind === 'remove' && names.includes(String(change.path[0])),
  );
}

/**
 * Notes that the resource was created again, if the provider would look for it under its old id.
 */
function againAs(
  input: NetDriftInput,
  { address }: ManagedResources,
  effects: readonly Effect[],
): string | undefined {
  const idInState = () => input.baseline(address, ['id']);
  const id = newId(idInState, effects);
  if (id === undefined) return undefined;
  const [now, before] = [displayText(id, 60), displayText(String(idInState()), 60)];
  const importId = creationAgain(effects)?.importId;
  const by = importId === undefined ? '' : ` (state rm, then import ${displayText(importId, 80)})`;
  return `It exists again as ${now}; Terraform looks for ${before} until the state has the new id${by}.`;
}

function foldAttributes(
  input: NetDriftInput,
  resource: ManagedResources,
  effects: readonly Effect[],
  orders: readonly (readonly Effect[])[],
): ResourceResult {
  const events = [...new Set(effects.map(({ event }) => event))];
  const outcomes = createOutcomes(resource.address, events);
  const drifts: Drift[] = [];
  const unexplained: Drift[] = [];
  const left: Drift[] = [];
  const stateOnly: StateOnlyValue[] = [];
  const settled: SettledField[] = [];
  const origins: [string, DriftValue][] = [];
  const note = againAs(input, resource, effects);
  const reverted: Reverted[] = [...recreations(resource, effects, outcomes, note)];
  const keep = (drift: Drift, { before }: JudgedLeaf): Drift => {
    origins.push([drift.id, before]);
    return drift;
  };
  const moves = movesIn(input, resource, effects);
  const live = readBack(input, resource, moves);
  const others = orders.map((order) => movesIn(input, resource, order));
  const hidden = hiddenWrites(sinceLook(effects).flatMap(addressMovesOf));
  if (live === undefined) drifts.push(...unknownChanges(resource, hidden, outcomes));
  if (effects.some(isHiddenLook) && (live !== undefined || hidden.length === 0)) {
    settled.push(wholeRead(resource, effects));
  }
  const beside = { live: live?.overlay, others };
  for (const root of live?.roots ?? driftRoots(moves)) {
    for (const leaf of judgedLeaves(input, resource, root, moves, beside)) {
      const { judgment } = leaf;
      settled.push(...settledField(resource, leaf));
      if (isSilence(leaf)) continue;
      noteWrites(leaf, outcomes);
      if (judgment === 'drift' || judgment === 'redacted') drifts.push(keep(leaf.toDrift(), leaf));
      if (isLeft(input, resource, leaf)) left.push(keep(leaf.toDrift(), leaf));
      reverted.push(...revertedFields(resource, leaf));
      if (leaf.stateOnly !== undefined) stateOnly.push(leaf.stateOnly);
      // Undeclared values are left out: the provider computes them, so a difference is not a
      // change.
      const own = judgment === 'unexplained' ? leaf.toDrift() : undefined;
      if (own !== undefined && own.undeclared !== true) unexplained.push(keep(own, leaf));
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
  return {
    drifts,
    reverted,
    settled,
    origins,
    unexplained,
    stateOnly,
    left,
    outcomes: outcomes.list(otherwise),
  };
}

/** Settles the changes of hidden calls, which only the provider's read reveals. */
function wholeRead({ address }: ManagedResources, effects: readonly Effect[]): SettledField {
  const look = effects.findLast((effect) => lookedAt(effect) !== undefined)?.event;
  const field = { address, path: [], judgment: 'refuted', live: there } as const;
  return look === undefined ? field : { ...field, event: look };
}

function unknownChanges(
  resource: ManagedResources,
  writes: readonly Write[],
  outcomes: DriftOutcomes,
): readonly Drift[] {
  const live = writes[0]?.value;
  if (live?.kind !== 'unknown') return [];
  for (const { event } of writes) outcomes.add(event, 'redacted', live.why);
  const declared: DriftValue = { kind: 'value', value: {} };
  return [makeDrift(resource, [], { declared, declaredFrom: 'code', live, writes })];
}
