import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/arbitration/decide.ts';
import type { DecideInput } from '../../src/arbitration/types.ts';
import { actorClasses } from '../../src/model/actor.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Drift } from '../../src/model/drift.ts';
import type { Json } from '../../src/model/json.ts';
import { makeDrift, member, redacted } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, claimed, inputOf } from './scene.ts';

const runs = { numRuns: 1000 };
const asg = 'aws_autoscaling_group.web';
const rule = (cidr: string): Json => ({
  from_port: 22,
  to_port: 22,
  protocol: 'tcp',
  cidr_blocks: [cidr],
});
const size = fc.integer({ min: 0, max: 9 });
const drift = fc.oneof<fc.Arbitrary<Drift>[]>(
  size.map((to) => makeDrift(asg, ['desired_capacity'], 3, to)),
  size.map((to) => makeDrift(asg, ['min_size'], 2, to)),
  size.map((to) => makeDrift(asg, ['max_size'], 6, to)),
  fc
    .constantFrom<Json | undefined>('a', 'b', undefined)
    .map((to) => makeDrift('aws_sqs_queue.jobs', ['name'], 'a', to)),
  fc.constantFrom(
    member('aws_security_group.web', 'ingress', rule('0.0.0.0/0'), true),
    member('aws_security_group.web', 'ingress', rule('10.0.0.0/8'), false),
    makeDrift('aws_sqs_queue.jobs', ['policy'], 'a', redacted),
    makeDrift('aws_db_instance.orders', ['engine_version'], '1', '2', { unapplied: '3' }),
  ),
);
const maker = fc
  .tuple(fc.constantFrom(...actorClasses), fc.boolean())
  .map(([kind, sure]) => (sure ? by(kind) : claimed(by(kind))));
const context = fc.record({
  incidents: fc.constantFrom([], [{ id: 'INC-1', from: '2026-03-14T00:00:00Z' }]),
  freezes: fc.constantFrom([], [{ id: 'f', from: '2026-03-14T00:00:00Z' }]),
  environmentOf: fc.constantFrom(
    () => 'production',
    () => 'staging',
    () => undefined,
  ),
});
const scene: fc.Arbitrary<Scene> = fc
  .record({
    drifts: fc.uniqueArray(drift, {
      maxLength: 6,
      selector: ({ address, path }) => JSON.stringify([address, path]),
    }),
    by: maker,
    other: maker,
    picks: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    context,
    policy: fc.constantFrom('default', 'default', 'default', 'accept-all', 'observe'),
  })
  .map(({ drifts, other, picks, ...rest }) => ({
    ...rest,
    others: { e2: other },
    drifts: drifts.map((one, i) => (picks[i] === true ? { ...one, evidence: ['e2'] } : one)),
    code: { min_size: 2, desired_capacity: 3, max_size: 6 },
  }));

const granted = (one: Decision | undefined): boolean =>
  one !== undefined && ['accept', 'delegate', 'compromise'].includes(one.verdict.outcome);

describe('decide, whatever happened', () => {
  it('depends neither on order nor on repetition', () => {
    fc.assert(
      fc.property(scene, fc.infiniteStream(fc.nat()), (one, order) => {
        const input = inputOf(one);
        const shuffle = <T>(items: readonly T[]): T[] =>
          [...items, ...items]
            .map((item) => ({ item, key: Number(order.next().value) }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const other: DecideInput = {
          ...input,
          intents: shuffle(input.intents),
          drifts: shuffle(input.drifts),
        };
        expect(decide(other)).toEqual(decide(input));
      }),
      runs,
    );
  });

  it('gives every drift of every intent exactly one verdict, with a reason', () => {
    fc.assert(
      fc.property(scene, (one) => {
        const input = inputOf(one);
        const decisions = decide(input);
        expect(decisions.map(({ drift: id }) => id).sort()).toEqual(
          input.drifts.map(({ id }) => id).sort(),
        );
        for (const { verdict, explanation } of decisions) {
          expect(verdict.because).toMatch(/\S/);
          expect(verdict.because).not.toMatch(/\{[a-z]+\}/);
          expect(explanation.length).toBeGreaterThan(0);
        }
      }),
      runs,
    );
  });

  it('never lets sizes into the code that contradict each other', () => {
    fc.assert(
      fc.property(scene, (one) => {
        fc.pre(one.policy === 'default');
        const decisions = decide(inputOf(one));
        const sizeOf = (name: string, declared: number): number => {
          const found = decisions.find(({ path }) => path[0] === name);
          if (!granted(found)) return declared;
          if (found?.verdict.value !== undefined) return Number(found.verdict.value);
          const live = one.drifts.find(({ id }) => id === found?.drift)?.live;
          return live?.kind === 'value' ? Number(live.value) : declared;
        };
        const [min, desired, max] = [
          sizeOf('min_size', 2),
          sizeOf('desired_capacity', 3),
          sizeOf('max_size', 6),
        ];
        expect(min).toBeLessThanOrEqual(desired);
        expect(desired).toBeLessThanOrEqual(max);
      }),
      runs,
    );
  });

  it('has nothing left to decide once the code says what it accepted', () => {
    fc.assert(
      fc.property(scene, (one) => {
        const input = inputOf(one);
        const accepted = new Set(
          decide(input)
            .filter(({ verdict }) => verdict.outcome === 'accept')
            .map(({ drift: id }) => id),
        );
        const drifts = input.drifts.map((each) =>
          accepted.has(each.id) ? { ...each, declared: each.live } : each,
        );
        const again = decide({ ...input, drifts, policy: input.policy });
        for (const { drift: id, verdict } of again) {
          if (accepted.has(id) && one.policy !== 'observe') expect(verdict.outcome).toBe('noop');
        }
      }),
      runs,
    );
  });

  it('never writes what nobody can see, and never accepts a weakening by default', () => {
    fc.assert(
      fc.property(scene, (one) => {
        const input = inputOf(one);
        for (const { drift: id, verdict } of decide(input)) {
          const found = input.drifts.find((each) => each.id === id);
          const wide = JSON.stringify(found?.path).includes('0.0.0.0/0');
          if (found?.live.kind === 'redacted') {
            expect(['escalate', 'defer']).toContain(verdict.outcome);
          }
          if (wide && one.policy === 'default') {
            expect(['accept', 'delegate', 'compromise']).not.toContain(verdict.outcome);
          }
        }
      }),
      runs,
    );
  });

  it('treats the parts of one action alike', () => {
    fc.assert(
      fc.property(scene, (one) => {
        fc.pre(one.policy === 'default');
        const input = inputOf(one);
        const byDrift = new Map(decide(input).map((each) => [each.drift, each]));
        for (const { drifts } of input.intents.flatMap(({ parts = [] }) =>
          parts.filter(({ together }) => together),
        )) {
          const found = drifts
            .map((id) => byDrift.get(id))
            .filter((each) => each?.verdict.outcome !== 'noop');
          const all = found.every(granted);
          const same = new Set(found.map((each) => each?.verdict.outcome)).size <= 1;
          expect(all || same).toBe(true);
        }
      }),
      runs,
    );
  });
});
