import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../src/model/json.ts';
import type { Clients } from '../recorder/clients.ts';
import type { Random } from './random.ts';

/**
 * A change that somebody may make to a resource of one type, by calls to the API of its service.
 */
export interface Mutator {
  readonly name: string;
  /** Terraform type of the resources that it applies to. */
  readonly type: string;
  /** `service Operation` of every call that it makes, as in the log. */
  readonly calls: readonly string[];
  readonly kind: 'change' | 'tag' | 'add' | 'remove';
  /** Undefined where it does not apply to a resource with these state attributes. */
  stroke(now: JsonObject, random: Random): Stroke | undefined;
}

/** A mutator with its values drawn. */
export interface Stroke {
  act(by: Clients): Promise<unknown>;
  /** Puts everything back as it was. */
  readonly undo?: (by: Clients) => Promise<unknown>;
}

/** A value, and the call that sets it. */
export interface Change<V extends Json> {
  readonly name: string;
  readonly type: string;
  readonly calls: readonly string[];
  readonly fits?: (now: JsonObject) => boolean;
  /** Dotted path of the value in the state, or a function that finds it. */
  readonly from: string | ((now: JsonObject) => V | undefined);
  /** Values that it may change to; the present one is left out. */
  readonly to: readonly V[] | ((now: V, all: JsonObject) => readonly V[]);
  readonly set: (by: Clients, now: JsonObject, value: V) => Promise<unknown>;
  /** True if setting the old value again does not put everything back. */
  readonly leavesTraces?: (present: V) => boolean;
}

export function change<V extends Json>(spec: Change<V>): Mutator {
  const { name, type, calls, from, to, set, fits = () => true, leavesTraces = () => false } = spec;
  return {
    name,
    type,
    calls,
    kind: 'change',
    stroke(now, random) {
      const present = typeof from === 'string' ? (at(now, from) as V | undefined) : from(now);
      if (present === undefined || present === null || !fits(now)) return undefined;
      const same = JSON.stringify(present);
      const values = typeof to === 'function' ? to(present, now) : to;
      const others = values.filter((value) => JSON.stringify(value) !== same);
      if (others.length === 0) return undefined;
      const value = random.pick(others);
      return {
        act: (by) => set(by, now, value),
        ...(!leavesTraces(present) && { undo: (by) => set(by, now, present) }),
      };
    },
  };
}

export interface Tagging {
  /** What has the tags, in a few words. */
  readonly name: string;
  readonly type: string;
  readonly fits?: (now: JsonObject) => boolean;
  readonly tag: readonly [
    call: string,
    (by: Clients, now: JsonObject, tags: Tags) => Promise<unknown>,
  ];
  readonly untag: readonly [
    call: string,
    (by: Clients, now: JsonObject, keys: readonly string[]) => Promise<unknown>,
  ];
}

export type Tags = Readonly<Record<string, string>>;

/** Adds a tag, or changes or removes an existing one. */
export function tagging(spec: Tagging): Mutator {
  const { name, type, tag, untag, fits = () => true } = spec;
  const [tagCall, set] = tag;
  const [untagCall, unset] = untag;
  return {
    name: `${name}: tags`,
    type,
    calls: [tagCall, untagCall],
    kind: 'tag',
    stroke(now, random) {
      if (!fits(now)) return undefined;
      const tags: Tags = isJsonObject(now['tags']) ? (now['tags'] as Tags) : {};
      const fresh = ['CostCenter', 'Owner', 'reviewed-by'].filter(
        (key) => !Object.hasOwn(tags, key),
      );
      const [key, value] = random.pick([
        ...Object.entries(tags),
        ...fresh.map((name) => [name, undefined] as const),
      ]);
      const other = random.pick(['4711', 'night shift', 'see wiki: 12']);
      const put = (by: Clients, text: string) => set(by, now, { [key]: text });
      const drop = (by: Clients) => unset(by, now, [key]);
      if (value === undefined) return { act: (by) => put(by, other), undo: drop };
      const act = random.below(2) === 0 ? drop : (by: Clients) => put(by, other);
      return { act, undo: (by) => put(by, value) };
    },
  };
}

/** Something that is added or removed. */
export interface Whole {
  readonly name: string;
  readonly type: string;
  readonly calls: readonly string[];
  readonly fits?: (now: JsonObject) => boolean;
  /** `draw` is an integer from 0 to 999, the same for both. */
  readonly act: (by: Clients, now: JsonObject, draw: number) => Promise<unknown>;
  readonly undo?: (by: Clients, now: JsonObject, draw: number) => Promise<unknown>;
}

export function removal(spec: Whole): Mutator {
  return whole('remove', spec);
}

/** `type` is that of the resource that gets the addition. */
export function addition(spec: Whole): Mutator {
  return whole('add', spec);
}

function whole(kind: 'add' | 'remove', spec: Whole): Mutator {
  const { name, type, calls, act, undo, fits = () => true } = spec;
  return {
    name,
    type,
    calls,
    kind,
    stroke(now, random) {
      if (!fits(now)) return undefined;
      const draw = random.below(1000);
      return {
        act: (by) => act(by, now, draw),
        ...(undo === undefined ? {} : { undo: (by: Clients) => undo(by, now, draw) }),
      };
    },
  };
}

/** The value at a dotted path; undefined where it is missing or null. */
export function at(now: Json | undefined, path: string): Json | undefined {
  return (
    path
      .split('.')
      .reduce<Json | undefined>(
        (value, key) => (isJsonArray(value) ? value[Number(key)] : jsonAt(value, key)),
        now,
      ) ?? undefined
  );
}

export function text(now: JsonObject, path: string): string {
  return String(at(now, path) ?? '');
}

export function texts(now: JsonObject, path: string): string[] {
  const value = at(now, path);
  return isJsonArray(value) ? value.map(String) : [];
}

/** `[{Key, Value}]`, the form in which most services take tags. */
export function keyValues(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
