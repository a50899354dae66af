import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, Effect } from '../../../src/model/effect.ts';
import { canonicalJson, type Json } from '../../../src/model/json.ts';
import { cases } from '../../cases.ts';
import { effect, ref, run, set, type World } from './world.ts';

const address = 'aws_security_group.a';
const group = ref('aws_security_group', 'a');
const rule = (cidr: string, port = 22): Json => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  cidr_blocks: [cidr],
});

/** One rule that exists and one that does not, so that a history can add and remove either. */
const member = fc.constantFrom(rule('10.0.0.0/8'), rule('0.0.0.0/0'));
const change = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...['a', 'b', 'c', null].map((v) => set(['name'], v))) },
  { weight: 2, arbitrary: fc.constantFrom(set(['tags', 'k'], 'v'), set(['tags', 'k'], null)) },
  {
    weight: 2,
    arbitrary: member.chain((element) =>
      fc.constantFrom<Change>(
        { kind: 'add', path: ['ingress'], element },
        { kind: 'remove', path: ['ingress'], element },
      ),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'delete' }) },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'create', attributes: { name: 'a' } }) },
);
const history = fc
  .array(change, { minLength: 1, maxLength: 10 })
  .map((changes): readonly Effect[] =>
    changes.map((each, i) => effect(i + 1, `e${String(i + 1).padStart(2, '0')}`, group, each)),
  );
const world = fc
  .constantFrom<World['code']>(
    undefined,
    { [address]: null },
    { [address]: { id: 'a', name: 'b' } },
  )
  .map(
    (code): World => ({
      state: { [address]: { id: 'a', name: 'a', ingress: [rule('10.0.0.0/8')] } },
      ...(code === undefined ? {} : { code }),
    }),
  );

/** A simple model of a history: the events whose effect changed something. */
function changing(effects: readonly Effect[]): readonly string[] {
  let exists = true;
  let name: Json = 'a';
  let tag: Json = null;
  const rules = new Set([canonicalJson(rule('10.0.0.0/8'))]);
  return effects.flatMap(({ event, change: { kind, ...rest } }) => {
    const before = canonicalJson([exists, name, tag, [...rules].sort()]);
    const own = rest as { path?: Json; value?: { value: Json }; element?: Json };
    if (kind === 'delete' || kind === 'create') exists = kind === 'create';
    if (kind === 'create') name = 'a';
    if (kind === 'set' && canonicalJson(own.path ?? null) === '["name"]')
      name = own.value?.value ?? null;
    if (kind === 'set' && canonicalJson(own.path ?? null) !== '["name"]')
      tag = own.value?.value ?? null;
    if (kind === 'add') rules.add(canonicalJson(own.element ?? null));
    if (kind === 'remove') rules.delete(canonicalJson(own.element ?? null));
    const after = canonicalJson([exists, name, tag, [...rules].sort()]);
    return before === after ? [] : [event];
  });
}

describe('a history of changes', () => {
  it('has no event that changed something and is reported nowhere', () => {
    fc.assert(
      fc.property(world, history, (one, effects) => {
        const { drifts, reverted, perEvent } = run(one, effects);
        const reported = new Set([...drifts, ...reverted].flatMap(({ evidence }) => evidence));

        for (const event of changing(effects)) {
          const outcomes = perEvent.get(event) ?? [];
          const isReported = outcomes.some(({ disposition }) => disposition !== 'no-effect');
          expect([event, reported.has(event) || isReported]).toEqual([event, true]);
        }
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('reports a field at most once, with lengths that fit into the stretch of time', () => {
    fc.assert(
      fc.property(world, history, (one, effects) => {
        const { reverted } = run(one, effects);
        const places = reverted.map((each) =>
          canonicalJson([each.address, [...each.path]] as Json),
        );

        expect(new Set(places).size).toBe(places.length);
        for (const { evidence, changes = [], ended, durationMs, window, times = 0 } of reverted) {
          expect(new Set(evidence).size).toBe(evidence.length);
          expect(evidence).toEqual(expect.arrayContaining([...changes]));
          if (ended !== undefined) expect(changes).not.toContain(ended);
          expect(changes.length).toBeGreaterThanOrEqual(times);
          const whole = Date.parse(window.to) - Date.parse(window.from);
          expect(durationMs ?? 0).toBeLessThanOrEqual(whole);
        }
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('never says of a live value that it did not last', () => {
    fc.assert(
      fc.property(world, history, (one, effects) => {
        const { drifts, reverted } = run(one, effects);
        for (const drift of drifts) {
          const last = drift.writes?.at(-1)?.event;
          const own = reverted.filter(
            (each) =>
              canonicalJson([...each.path] as Json) === canonicalJson([...drift.path] as Json),
          );
          for (const each of own) expect(each.changes).not.toContain(last);
        }
      }),
      { numRuns: cases(1_000) },
    );
  });
});
