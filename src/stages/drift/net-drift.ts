import type { Drift } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import type { Reverted } from '../../model/reverted.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import { type AdoptionCandidate, adopt } from './adopt.ts';
import { type Correlation, correlate, type UnmanagedResource } from './correlate.ts';
import { foldUnmanagedResource } from './creation.ts';
import { passedUnmanaged } from './existence.ts';
import { withHiddenReturns } from './hidden-names.ts';
import { driftLabel } from './label.ts';
import { compareDriftPlaces, inFoldOrder } from './order.ts';
import { compareOutcomes } from './outcomes.ts';
import { foldResource } from './resource.ts';
import type { EventOutcome, NetDriftInput, NetDriftResult, Unmanaged } from './types.ts';

type Outcome = readonly [event: string, outcome: EventOutcome];

/**
 * Folds effects onto the state. The result is where the live value differs from the code because an
 * actor changed it. A pure function of the effects, independent of their order and repetition.
 */
export function netDrift(input: NetDriftInput): NetDriftResult {
  const { managed, unmanagedResources } = correlate(inFoldOrder(input.effects), input.estate);
  const folded = withReadBack(managed, input).map((resource) =>
    foldResource(input, resource, resource.effects),
  );
  const others = foldUnmanaged(input, unmanagedResources);
  const own = folded.flatMap(({ drifts }) => drifts);
  const drifts = withHiddenReturns(input, own, others.made);
  return {
    drifts: [...drifts, ...others.drifts].sort(compareDriftPlaces),
    reverted: [...folded.flatMap(({ reverted }) => reverted), ...others.reverted].sort(
      compareDriftPlaces,
    ),
    settled: folded.flatMap(({ settled }) => settled).sort(compareDriftPlaces),
    origins: new Map(folded.flatMap(({ origins }) => origins)),
    unexplained: folded.flatMap(({ unexplained }) => unexplained).sort(compareDriftPlaces),
    stateOnly: folded.flatMap(({ stateOnly }) => stateOnly).sort(compareDriftPlaces),
    left: folded.flatMap(({ left }) => left).sort(compareDriftPlaces),
    unmanaged: others.unmanaged,
    perEvent: groupOutcomes([...folded.flatMap(({ outcomes }) => outcomes), ...others.outcomes]),
  };
}

/** Adds resources that were read back but that no event affects. */
function withReadBack(
  managed: Correlation['managed'],
  { live }: NetDriftInput,
): Correlation['managed'] {
  const logged = new Set(managed.map(({ address }) => address));
  const unlogged = [...(live?.values() ?? [])].flatMap(({ resource: { address, type, kind } }) =>
    kind === 'same' || logged.has(address) ? [] : [{ address, type, effects: [] }],
  );
  return [...managed, ...unlogged];
}

interface UnmanagedResult {
  readonly drifts: readonly Drift[];
  /** All resources that were created and still exist, whether adopted or not. */
  readonly made: readonly UnmanagedResource[];
  readonly reverted: readonly Reverted[];
  readonly unmanaged: readonly Unmanaged[];
  readonly outcomes: readonly Outcome[];
}

function foldUnmanaged(
  input: NetDriftInput,
  unmanagedResources: readonly UnmanagedResource[],
): UnmanagedResult {
  const candidates: AdoptionCandidate[] = [];
  const reverted: Reverted[] = [];
  const unmanaged: Unmanaged[] = [];
  const outcomes: Outcome[] = [];
  const leave = (
    unmanagedResource: UnmanagedResource,
    because: string,
    what: Unmanaged['what'] = 'made',
  ): void => {
    const { resource, effects } = unmanagedResource;
    const on = what === 'made' ? undefined : wholeAddress(input, effects);
    if (on === undefined) {
      unmanaged.push({ resource, ...traceOf(effects), because, what });
      outcomes.push(...each(effects, { disposition: 'unmanaged', because }));
      return;
    }
    const more = `${because}, and belongs to ${on}`;
    unmanaged.push({ resource, ...traceOf(effects), because: more, what, on });
    outcomes.push(...each(effects, { disposition: 'unmanaged', address: on, because: more }));
  };
  for (const unmanagedResource of unmanagedResources) {
    const fate = foldUnmanagedResource(input, unmanagedResource);
    if (fate.kind === 'created') candidates.push({ unmanagedResource, created: fate.created });
    else if (fate.kind === 'foreign') {
      const isGone = unmanagedResource.effects.at(-1)?.change.kind === 'delete';
      leave(unmanagedResource, 'it is not in the state', isGone ? 'deleted' : 'changed');
    } else {
      const passed = passedUnmanaged(unmanagedResource, fate.created.attributes);
      if (passed !== undefined) reverted.push(passed);
      const because = 'the resource was created and deleted again';
      outcomes.push(...each(unmanagedResource.effects, { disposition: 'reverted', because }));
    }
  }
  const { left, found } = adopt(input, candidates);
  for (const { unmanagedResource, because } of left) leave(unmanagedResource, because);
  for (const [unmanagedResource, { address }] of found) {
    const because = 'it made a resource that the code does not have';
    outcomes.push(...each(unmanagedResource.effects, { disposition: 'drift', address, because }));
  }
  unmanaged.sort((a, b) => compareText(driftLabel(a.resource), driftLabel(b.resource)));
  const made = candidates.map(({ unmanagedResource }) => unmanagedResource);
  return { drifts: [...found.values()], made, reverted, unmanaged, outcomes };
}

function wholeAddress(input: NetDriftInput, effects: readonly Effect[]): string | undefined {
  for (const effect of effects) {
    const address = input.wholeOf?.(effect);
    if (address !== undefined) return address;
  }
  return undefined;
}

function each(effects: readonly Effect[], outcome: EventOutcome): readonly Outcome[] {
  return [...new Set(effects.map(({ event }) => event))].map((event) => [event, outcome] as const);
}

function traceOf(effects: readonly Effect[]): Pick<Unmanaged, 'evidence' | 'window'> {
  const from = effects[0]?.time ?? '';
  return {
    evidence: [...new Set(effects.map(({ event }) => event))],
    window: { from, to: effects.at(-1)?.time ?? from },
  };
}

function groupOutcomes(outcomes: readonly Outcome[]): ReadonlyMap<string, readonly EventOutcome[]> {
  const byEvent = new Map<string, EventOutcome[]>();
  for (const [event, outcome] of outcomes) {
    const found = byEvent.get(event) ?? [];
    found.push(outcome);
    byEvent.set(event, found);
  }
  const sorted = [...byEvent].sort(compareKeys);
  return new Map(sorted.map(([event, found]) => [event, found.sort(compareOutcomes)]));
}
