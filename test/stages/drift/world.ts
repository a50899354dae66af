import type { Change, Effect, ResourceRef } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { pathKey } from '../../../src/model/path.ts';
import { atomsOf, elementRule } from '../../../src/providers/catalog/elements.ts';
import type { ManagedResource } from '../../../src/providers/catalog/types.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import type {
  AttributeHint,
  NetDriftInput,
  NetDriftResult,
} from '../../../src/stages/drift/types.ts';

/** A small estate: the state, and the code where it differs from the state. */
export interface World {
  readonly state: Readonly<Record<string, JsonObject>>;
  /** By address; null for a resource that the code does not declare or no longer declares. */
  readonly code?: Readonly<Record<string, JsonObject | null>>;
  readonly hints?: Readonly<Record<string, AttributeHint>>;
  readonly ignored?: readonly string[];
  readonly adopt?: NetDriftInput['adopt'];
  /** Paths (such as `a.0.b`) that the code computes from something unknown. */
  readonly unknown?: readonly string[];
}

export function at(value: Json | undefined, path: AttributePath): Json | undefined {
  let node = value;
  for (const step of path) {
    if (typeof step === 'number') node = isJsonArray(node) ? node[step] : undefined;
    else if (typeof step === 'string') {
      node = isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
    } else throw new Error('the fold never looks a member up');
  }
  return node;
}

export function typeOf(address: string): string {
  return /(?:^|\.)(aws_[a-z0-9_]+)\./.exec(address)?.[1] ?? '';
}

export function inputOf(world: World, effects: readonly Effect[]): NetDriftInput {
  const resources = Object.entries(world.state).map(
    ([address, attributes]): ManagedResource => ({
      address,
      type: typeOf(address),
      attributes,
      declares: () => true,
    }),
  );
  const find = ({ type, keys }: ResourceRef) =>
    resources.find(
      (one) =>
        one.type === type &&
        keys.some((key) => Object.entries(key).every(([n, v]) => one.attributes[n] === v)),
    );
  return {
    effects,
    estate: { find },
    elements: { atomsOf, elementRule },
    adopt: world.adopt ?? 'none',
    isTaken: (block) =>
      Object.keys(world.state).some((address) => address.replace(/\[[^[]*\]$/, '') === block),
    baseline: (address, path) => at(world.state[address], path),
    declared: (address, path) => {
      const own = world.code?.[address];
      if (own === null) return { value: { kind: 'absent' }, from: 'code' };
      const hides = world.unknown?.some((one) => `${one}.`.startsWith(`${path.join('.')}.`));
      if (path.length > 0 && hides === true) {
        return { value: { kind: 'unknown', why: 'a data source' }, from: 'state' };
      }
      const value = at(own ?? world.state[address], path);
      return value === undefined
        ? { value: { kind: 'absent' }, from: 'code' }
        : { value: { kind: 'value', value }, from: 'code' };
    },
    hint: (type, path) => world.hints?.[`${type}.${path.filter(isName).join('.')}`],
    ignored: (_address, path) => world.ignored?.includes(pathKey(path)) === true,
  };
}

function isName(step: unknown): boolean {
  return typeof step === 'string';
}

export function run(world: World, effects: readonly Effect[]): NetDriftResult {
  return netDrift(inputOf(world, effects));
}

/** An effect at a minute of a fixed night. */
export function effect(minute: number, event: string, ref: ResourceRef, change: Change): Effect {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return { event, time: `2026-03-14T${clock}:00Z`, resource: ref, change };
}

export function ref(type: string, id: string): ResourceRef {
  return { type, keys: [{ id }] };
}

export const set = (path: AttributePath, value: Json): Change => ({
  kind: 'set',
  path,
  value: { kind: 'known', value },
});
export const add = (path: AttributePath, element: Json): Change => ({ kind: 'add', path, element });
export const remove = (path: AttributePath, element: Json): Change => ({
  kind: 'remove',
  path,
  element,
});
