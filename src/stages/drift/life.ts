import type { Effect } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { livesBy } from '../../providers/catalog/elements.ts';
import { toggles } from './existence.ts';
import {
  type AddressMove,
  addressMovesOf,
  algebras,
  applyHistoryChange,
  eventsIn,
} from './history.ts';
import type { ManagedResources } from './report.ts';
import { isBlankTree, type ValueTree } from './tree.ts';
import type { AttributeHint, NetDriftInput } from './types.ts';

/**
 * The value changes of a managed resource in fold order. A resource that is created again keeps
 * nothing of its earlier values: an attribute that the creating call does not give is unset, or at
 * a default that only the provider knows.
 */
export function movesIn(
  input: Pick<NetDriftInput, 'baseline' | 'hint'>,
  resource: ManagedResources,
  effects: readonly Effect[],
): readonly AddressMove[] {
  const births = new Set(
    toggles(effects).flatMap(({ event, value }) => (value.kind === 'absent' ? [] : [event])),
  );
  if (births.size === 0) return effects.flatMap(addressMovesOf);
  const moves: AddressMove[] = [];
  for (const own of eventsIn(effects)) {
    const logged = own.flatMap(addressMovesOf);
    if (births.has(own[0]?.event ?? '')) moves.push(...afresh(input, resource, own, moves, logged));
    moves.push(...logged);
  }
  return moves;
}

/**
 * Adds a deletion to the effects where a resource loses the last of the attributes without which it
 * does not exist, and a creation where it gets one of them back.
 */
export function withEnds(
  { elements, baseline }: Pick<NetDriftInput, 'elements' | 'baseline'>,
  { address, type }: ManagedResources,
  effects: readonly Effect[],
): readonly Effect[] {
  const names = livesBy(type);
  if (names.length === 0) return effects;
  const algebraAt = algebras(elements, type);
  const none = Object.fromEntries(names.map((name) => [name, null] as const));
  const trees = new Map<string, ValueTree | undefined>(
    names.map((name) => [name, baseline(address, [name])]),
  );
  let exists = true;
  return eventsIn(effects).flatMap((own): readonly Effect[] => {
    if (own.some(({ change }) => change.kind === 'delete')) {
      for (const name of names) trees.set(name, undefined);
      exists = false;
    }
    for (const { change } of own.flatMap(addressMovesOf)) {
      const [name] = change.path;
      if (typeof name !== 'string' || !trees.has(name)) continue;
      trees.set(name, applyHistoryChange(trees.get(name), [name], change, algebraAt));
    }
    const lives = [...trees.values()].some((tree) => tree !== false && !isBlankTree(tree));
    const [first, ...others] = own;
    if (first === undefined || lives === exists) return own;
    exists = lives;
    if (lives) return [{ ...first, makes: none }, ...others];
    const { event, time, resource } = first;
    return [...own, { event, time, resource, change: { kind: 'delete' } }];
  });
}

/**
 * The changes to attributes that the call which creates the resource again does not set entirely.
 */
function afresh(
  { baseline, hint }: Pick<NetDriftInput, 'baseline' | 'hint'>,
  { address, type }: ManagedResources,
  birth: readonly Effect[],
  before: readonly AddressMove[],
  logged: readonly AddressMove[],
): readonly AddressMove[] {
  const made = birth.find(({ makes }) => makes !== undefined);
  if (made?.makes === undefined) return [];
  const { event, time, makes } = made;
  const whole = new Set(
    logged.flatMap(({ change: { kind, path } }) =>
      kind === 'set' && path.length === 1 ? path : [],
    ),
  );
  const names = new Set([...Object.keys(makes), ...before.flatMap(({ change }) => nameIn(change))]);
  return [...names].sort().flatMap((name): readonly AddressMove[] => {
    const about = hint(type, [name]);
    if (whole.has(name) || about?.computedOnly === true) return [];
    const base = baseline(address, [name]);
    const isGiven = Object.hasOwn(makes, name);
    const value = isGiven ? (makes[name] ?? null) : null;
    const isUnset = isZeroValue(value);
    // Required attributes identify the resource: they do not change, and not every call gives
    // them.
    if (isUnset && about?.optional === false) return [];
    const isUnknown = isUnset && !isZeroValue(base) && (!isGiven || about?.computed === true);
    const given = isUnknown ? ({ kind: 'omitted' } as const) : known(filled(value, base, about));
    return [{ event, time, change: { kind: 'set', path: [name], value: given } }];
  });
}

function nameIn({ path: [name] }: AddressMove['change']): readonly string[] {
  return typeof name === 'string' ? [name] : [];
}

/** True for an absent value, and for what providers write in its place. */
function isZeroValue(value: Json | undefined): boolean {
  return value === false || value === 0 || isBlankTree(value as ValueTree | undefined);
}

/** The value, with everything it does not give written the way the state writes an absent value. */
function filled(value: Json, base: Json | undefined, hint: AttributeHint | undefined): Json {
  if (base !== undefined && isZeroValue(value) && isZeroValue(base)) return base;
  if (isJsonArray(value) && isJsonArray(base) && value.length === base.length) {
    return value.map((item, index) => filled(item, base[index], hint?.within?.(index)));
  }
  if (!isJsonObject(value) || !isJsonObject(base)) return value;
  const rest = Object.entries(base).filter(([name, old]) => {
    if (Object.hasOwn(value, name)) return false;
    const about = hint?.within?.(name);
    return isZeroValue(old) || about?.computed === true;
  });
  const own = Object.entries(value).map(
    ([name, each]) => [name, filled(each, base[name], hint?.within?.(name))] as const,
  );
  return Object.fromEntries([...rest, ...own]);
}
