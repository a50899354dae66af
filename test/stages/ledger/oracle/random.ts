import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { TypeName } from './schema.ts';

export interface Step {
  readonly op: 'update' | 'apply';
  readonly who: string;
  readonly type: TypeName;
  readonly force: boolean;
  readonly object: JsonObject;
}

interface Random {
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Whether objects may violate their schema. */
  readonly mayBreak: boolean;
}

/** Mulberry32: small, and gives the same sequence on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    mayBreak: true,
  };
}

/** A few managers that update and apply overlapping objects, some of which are invalid. */
export function randomSteps(source: Random): readonly Step[] {
  const isDeduced = source.chance(0.15);
  const changesSchema = !isDeduced && source.chance(0.25);
  // What fits the atomic field must still be valid when the field has members again.
  const random = { ...source, mayBreak: !changesSchema };
  let type: TypeName = isDeduced ? 'deduced' : 'loose';
  const make = isDeduced ? randomDeducedMap : randomObject;
  const steps: Step[] = [];
  let last = new Map<string, JsonObject>();
  for (let left = 2 + random.below(6); left > 0; left -= 1) {
    if (changesSchema && random.chance(0.25)) type = type === 'loose' ? 'strict' : 'loose';
    const who = random.pick(['ada', 'bob', 'cyd']);
    const before = last.get(who) ?? {};
    const object = random.chance(0.45) ? nudge(random, before, make(random)) : make(random);
    last = new Map([...last, [who, object]]);
    const op = random.chance(0.6) ? 'apply' : 'update';
    steps.push({ op, who, type, force: random.chance(0.3), object });
  }
  return steps;
}

/** Mostly the previous object, with some fields left out and some new ones. */
function nudge(random: Random, before: JsonObject, other: JsonObject): JsonObject {
  const kept = Object.entries(before).filter(() => random.chance(0.7));
  const added = Object.entries(other).filter(() => random.chance(0.3));
  return Object.fromEntries([...kept, ...added]);
}

function randomScalar(random: Random): Json {
  return random.pick<Json>([1, 2, 2.5, 'a', 'b', '', true, false, null]);
}

type Make = (random: Random) => Json;

function randomFields(random: Random, fields: Readonly<Record<string, Make>>): JsonObject {
  const entries = Object.entries(fields)
    .filter(() => random.chance(0.45))
    .map(([name, make]): [string, Json] => [name, random.chance(0.04) ? null : make(random)]);
  return Object.fromEntries(entries);
}

function randomObject(random: Random): JsonObject {
  const object = randomFields(random, {
    text: randomScalar,
    atom: (r) => randomFields(r, { a: randomAny, b: randomScalar }),
    list: (r) => repeat(r, randomScalar),
    set: randomSet,
    labels: (r) => randomFields(r, { a: randomScalar, b: randomScalar, c: randomScalar }),
    part: randomPart,
    items: (r) => distinct(r, 'name', randomItem),
    pairs: randomPairs,
    named: (r) => randomFields(r, { a: randomPart, b: randomPart }),
    any: randomAny,
  });
  return random.mayBreak && random.chance(0.02) ? { ...object, unmanagedResource: 1 } : object;
}

function randomPart(random: Random): JsonObject {
  return randomFields(random, {
    x: randomScalar,
    w: randomScalar,
    inner: (r) => randomFields(r, { z: randomScalar }),
    set: randomSet,
  });
}

function randomItem(random: Random): JsonObject {
  return randomFields(random, { x: randomScalar, set: randomSet, part: randomPart });
}

function randomPairs(random: Random): Json {
  const pairs = repeat(random, (r) => ({
    a: r.pick<Json>([1, 2]),
    b: r.pick<Json>(['a', 'b']),
    ...(r.chance(0.5) ? { x: randomScalar(r) } : {}),
  }));
  // A duplicate key is invalid, which both sides have to notice.
  return random.mayBreak && random.chance(0.05)
    ? pairs
    : [...new Map(pairs.map((pair) => [`${pair.a}${pair.b}`, pair])).values()];
}

function distinct(random: Random, key: string, make: Make): Json {
  const names = ['a', 'b', 'c'].filter(() => random.chance(0.4));
  const items = names.map((name) => ({ ...(make(random) as JsonObject), [key]: name }));
  if (random.mayBreak && random.chance(0.03)) return [...items, { x: 1 }];
  return random.chance(0.5) ? items : items.reverse();
}

function randomSet(random: Random): Json {
  const values = repeat(random, (r) => r.pick<Json>([1, 2, 'a', 'b', 'c', true]));
  return random.mayBreak && random.chance(0.03) ? values : [...new Set(values)];
}

function repeat<T extends Json>(random: Random, make: (random: Random) => T): T[] {
  return Array.from({ length: random.below(4) }, () => make(random));
}

function randomAny(random: Random): Json {
  const kind = random.below(4);
  if (kind === 0) return randomDeducedMap(random);
  return kind === 1 ? repeat(random, randomScalar) : randomScalar(random);
}

function randomDeducedMap(random: Random): JsonObject {
  return randomFields(random, { a: randomAny, b: randomAny, c: randomScalar });
}
