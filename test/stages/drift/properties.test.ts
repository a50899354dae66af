import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { Change, Effect } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import type { PathStep } from '../../../src/model/path.ts';
import { looselyEqual } from '../../../src/stages/drift/members.ts';
import { cases } from '../../cases.ts';
import type { World } from './world.ts';
import { effect, ref, run } from './world.ts';

const runs = { numRuns: cases(1000) };
const address = 'aws_security_group.a';
const type = 'aws_security_group';

const rule = fc.record({
  from_port: fc.constantFrom(22, 443),
  cidr_blocks: fc.subarray(['10.0.0.0/8', '0.0.0.0/0'], { minLength: 1 }),
  description: fc.constantFrom('', 'x'),
});
const scalar = fc.constantFrom<Json>(null, '', 'a', 'b', 1, '1', true);
const attributes = fc.record({
  id: fc.constant('a'),
  name: scalar,
  tags: fc.dictionary(fc.constantFrom('k', 'l', '__proto__'), scalar, { noNullPrototype: true }),
  ingress: fc.array(rule, { maxLength: 3 }),
  block: fc.array(fc.record({ x: scalar, y: scalar }), { maxLength: 1 }),
});

const value = fc.oneof(scalar, fc.dictionary(fc.constantFrom('k', 'x'), scalar), fc.array(rule));
const logValue = fc.oneof(
  { weight: 6, arbitrary: value.map((one) => ({ kind: 'known', value: one }) as const) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'redacted' }, { kind: 'omitted' } as const) },
);
const path = fc.constantFrom<readonly PathStep[]>(
  ['name'],
  ['tags'],
  ['tags', 'k'],
  ['tags', 'l'],
  ['tags', '__proto__'],
  ['block'],
  ['block', 0],
  ['block', 0, 'x'],
  ['ingress'],
);
const element = fc.record({ from_port: fc.constantFrom(22, 443) });
const change = fc.oneof<fc.Arbitrary<Change>[]>(
  fc.record({ kind: fc.constant('set'), path, value: logValue }) as fc.Arbitrary<Change>,
  rule.chain((one) =>
    fc.constantFrom<Change>(
      ...one.cidr_blocks.map((cidr) => ({
        kind: 'add' as const,
        path: ['ingress'],
        element: { ...one, cidr_blocks: [cidr] },
      })),
    ),
  ),
  element.map((one) => ({ kind: 'remove', path: ['ingress'], element: one })),
);
const lifecycle = fc.constantFrom<Change>(
  { kind: 'delete' },
  { kind: 'create', attributes: { name: 'b' }, importId: 'i' },
);
const effectsOf = (one: fc.Arbitrary<Change>): fc.Arbitrary<Effect[]> =>
  fc.array(
    fc
      .tuple(fc.nat(5), fc.constantFrom('x', 'y'), fc.constantFrom('a', 'stranger'), one)
      .map(([minute, event, id, what]) => effect(minute, `${event}${minute}`, ref(type, id), what)),
    { maxLength: 8 },
  );
const world = fc.tuple(attributes, attributes, fc.boolean(), fc.constantFrom('none', 'all')).map(
  ([state, code, same, adopt]): World => ({
    state: { [address]: state as JsonObject },
    code: { [address]: (same ? state : code) as JsonObject },
    adopt: adopt as 'none' | 'all',
  }),
);

describe('netDrift, whatever happens', () => {
  it('depends neither on the order of arrival nor on repetition', () => {
    const both = effectsOf(fc.oneof({ weight: 5, arbitrary: change }, lifecycle)).chain((effects) =>
      fc.tuple(
        fc.constant(effects),
        fc.shuffledSubarray([...effects, ...effects], { minLength: 2 * effects.length }),
      ),
    );
    fc.assert(
      fc.property(world, both, (one, [effects, shuffled]) => {
        expect(run(one, shuffled)).toEqual(run(one, effects));
      }),
      runs,
    );
  });

  it('finds nothing once the code says what is live', () => {
    fc.assert(
      fc.property(world, effectsOf(change), (one, effects) => {
        const { drifts } = run(one, effects);
        const known = drifts.filter((drift) => drift.live.kind !== 'redacted');
        fc.pre(
          drifts.every((drift) => drift.live.kind === 'value' || drift.live.kind === 'absent'),
        );

        const code = known.reduce(write, one.code?.[address] as Json) as JsonObject;
        const again = run({ ...one, code: { [address]: code } }, effects);

        expect(again.drifts.filter((drift) => drift.creation === undefined)).toEqual([]);
      }),
      runs,
    );
  });

  it('gives every event an outcome and no drift without evidence', () => {
    fc.assert(
      fc.property(world, effectsOf(fc.oneof(change, lifecycle)), (one, effects) => {
        const { drifts, perEvent } = run(one, effects);

        expect([...perEvent.keys()]).toEqual([...new Set(effects.map((e) => e.event))].sort());
        for (const drift of drifts) {
          expect(drift.evidence.length).toBeGreaterThan(0);
          for (const event of drift.evidence) expect(perEvent.has(event)).toBe(true);
        }
        expect(new Set(drifts.map(({ id }) => id)).size).toBe(drifts.length);
      }),
      runs,
    );
  });
});

/** Writes the live side of a drift into the code, as a patch would. */
function write(code: Json, drift: Drift): Json {
  if (drift.creation !== undefined) return code;
  const live = drift.live.kind === 'value' ? drift.live.value : undefined;
  return writeAt(code, drift.path, live);
}

function writeAt(node: Json | undefined, path: Drift['path'], live: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return live ?? null;
  if (typeof step === 'object') return writeMember(node, step.element, rest, live);
  if (typeof step === 'number') {
    const items = isJsonArray(node) ? [...node] : [];
    items[step] = writeAt(items[step], rest, live);
    return items;
  }
  const object = isJsonObject(node) ? node : {};
  const own = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: writeAt(own, rest, live) };
}

/** Splits rules by network first, since a drift may remove one network of several. */
function writeMember(
  node: Json | undefined,
  member: Json,
  rest: Drift['path'],
  live: Json | undefined,
): Json {
  const items = (isJsonArray(node) ? node : []).flatMap((item) => {
    const cidrs = isJsonObject(item) ? item['cidr_blocks'] : undefined;
    if (!isJsonObject(item) || !isJsonArray(cidrs)) return [item];
    return cidrs.map((cidr) => ({ ...item, cidr_blocks: [cidr] }));
  });
  const agrees = (item: Json): boolean =>
    isJsonObject(item) &&
    isJsonObject(member) &&
    Object.entries(item).every(([name, value]) =>
      looselyEqual(value || null, member[name] || null),
    );
  const others = items.filter((item) => !agrees(item));
  return live === undefined ? others : [...others, writeAt(undefined, rest, live)];
}
