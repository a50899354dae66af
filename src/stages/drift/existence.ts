import type { Drift, Write } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import type { Json } from '../../model/json.ts';
import { makePassed } from '../../model/passing.ts';
import type { Reverted } from '../../model/reverted.ts';
import type { UnmanagedResource } from './correlate.ts';
import { driftLabel } from './label.ts';
import type { DriftOutcomes } from './outcomes.ts';
import type { ManagedResources } from './report.ts';

/** Whether a resource exists after an effect; undefined if the effect does not say. */
export function thereAfter({ change, makes }: Effect): boolean | undefined {
  if (change.kind === 'delete') return false;
  return change.kind === 'create' || makes !== undefined ? true : undefined;
}

/** Whether a resource that existed before still exists after all effects. */
export function isThere(effects: readonly Effect[]): boolean {
  return toggles(effects).at(-1)?.value.kind !== 'absent';
}

const there: Drift['live'] = { kind: 'value', value: {} };
const absent: Drift['live'] = { kind: 'absent' };

/**
 * The creations and deletions that change whether a resource exists, given whether it exists at
 * first.
 */
export function toggles(effects: readonly Effect[], isThere = true): readonly Write[] {
  const writes: Write[] = [];
  let exists = isThere;
  for (const effect of effects) {
    const { event, time } = effect;
    const after = thereAfter(effect);
    if (after === undefined || after === exists) continue;
    exists = after;
    writes.push({ event, time, value: exists ? there : absent });
  }
  return writes;
}

/** The form of ids that AWS generates; a resource that is created again gets a new one. */
const generatedId = /^[a-z]+(?:-[a-z]+)*-[0-9a-f]{8,17}$/;

/**
 * The new id of a resource that was created again while the provider still looks for the old one.
 */
export function newId(
  idInState: () => Json | undefined,
  effects: readonly Effect[],
): string | undefined {
  const { id, importId } = creationAgain(effects) ?? {};
  const now = id ?? importId;
  if (now === undefined) return undefined;
  const oldId = idInState();
  if (typeof oldId !== 'string' || now === oldId) return undefined;
  return id !== undefined || (isGenerated(now) && isGenerated(oldId)) ? now : undefined;
}

/** The creation by which a resource is there in the end, if a call created it. */
export function creationAgain(
  effects: readonly Effect[],
): Extract<Effect['change'], { kind: 'create' }> | undefined {
  const last = effects.findLast((effect) => thereAfter(effect) !== undefined);
  return last?.change.kind === 'create' ? last.change : undefined;
}

/** True if a creation gives the resource an id that it cannot have had before. */
export function bringsNewId({ change }: Effect): boolean {
  return change.kind === 'create' && (change.id !== undefined || isGenerated(change.importId));
}

function isGenerated(id: string | undefined): boolean {
  return id !== undefined && generatedId.test(id);
}

/**
 * Reports deletions and re-creations of a resource that came back; to Terraform it is the same
 * resource.
 */
export function recreations(
  resource: ManagedResources,
  effects: readonly Effect[],
  outcomes: DriftOutcomes,
  note?: string,
): readonly Reverted[] {
  const writes = toggles(effects);
  const isBack = writes.at(-1)?.value.kind === 'value';
  const because = isBack
    ? 'the resource was deleted and created again'
    : 'the provider still finds the resource';
  for (const { event } of writes) outcomes.add(event, 'reverted', because);
  const away = writes.map(({ value }) => value.kind === 'absent');
  const written = { path: [], writes, before: there };
  const passed = makePassed(resource, written, away, isBack ? 'put-back' : 'refuted');
  if (passed === undefined) return [];
  const reason = isBack ? note : 'The provider still finds the resource.';
  return [reason === undefined ? passed : { ...passed, because: reason }];
}

/** A resource that is not in the state and was both created and deleted within the log. */
export function passedUnmanaged(
  { resource, effects }: UnmanagedResource,
  created: NonNullable<Reverted['created']>,
): Reverted | undefined {
  const writes = toggles(effects, false);
  const exists = writes.map(({ value }) => value.kind === 'value');
  const place = { address: driftLabel(resource), type: resource.type };
  const passed = makePassed(place, { path: [], writes, before: absent }, exists, 'deleted');
  if (passed === undefined) return undefined;
  const evidence = [...new Set(effects.map(({ event }) => event))];
  return { ...passed, evidence, created };
}
