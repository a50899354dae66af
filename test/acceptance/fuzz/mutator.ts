import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../src/model/json.ts';
import type { Clients } from '../recorder/clients.ts';
import type { Random } from './random.ts';

/** What somebody may do to a resource of one type, by calls to the API of its service. */
export interface Mutator {
  readonly name: string;
  /** Terraform type of the resources that it is for. */
  readonly type: string;
  /** `service Operation` of every call that it makes, as the log has them. */
  readonly calls: readonly string[];
  readonly kind: 'change' | 'tag' | 'add' | 'remove';
  /** Undefined where a resource with these state attributes is not fit for it. */
  stroke(now: JsonObject, random: Random): Stroke | undefined;
}

/** A mutator with its values drawn. */
export interface Stroke {
  act(by: Clients): Promise<unknown>;
  /** Has everything as it was. */
  readonly undo?: (by: Clients) => Promise<unknown>;
}

/** A value and how it is set. */
export interface Change<V extends Json> {
  readonly name: string;
  readonly type: string;
  readonly calls: readonly string[];
  readonly fits?: (now: JsonObject) => boolean;
  /** Where the value is in the state, dotted; a function for what needs thought. */
  readonly from: string | ((now: JsonObject) => V | undefined);
  /** What it may become, the present value aside. */
  readonly to: readonly V[] | ((now: V, all: JsonObject) => readonly V[]);
  readonly set: (by: Clients, now: JsonObject, value: V) => Promise<unknown>;
}

export function change<V extends Json>(spec: Change<V>): Mutator {
  const { name, type, calls, from, to, set, fits = () => true } = spec;
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
        undo: (by) => set(by, now, present),
      };
    },
  };
}

export interface Tagging {
  /** What the tags are of, in a few words. */
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

/** A tag more, or one of those that are there changed or gone. */
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

/** Something that goes, or comes. */
export interface Whole {
  readonly name: string;
  readonly type: string;
  readonly calls: readonly string[];
  readonly fits?: (now: JsonObject) => boolean;
  /** `draw` is a whole number below a thousand, the same for both. */
  readonly act: (by: Clients, now: JsonObject, draw: number) => Promise<unknown>;
  readonly undo?: (by: Clients, now: JsonObject, draw: number) => Promise<unknown>;
}

export function removal(spec: Whole): Mutator {
  return whole('remove', spec);
}

/** `type` is what it is added to. */
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

/** The value at a dotted path; undefined where there is none, or it is null. */
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

/** `[{Key, Value}]`, as most services take tags. */
export function keyValues(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
