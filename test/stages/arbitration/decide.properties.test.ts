import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { inputFromRecord } from '../../../src/stages/arbitration/replay/record.ts';
import { daysAfter } from '../../../src/stages/arbitration/time/windows.ts';
import type { DecideInput, Policy } from '../../../src/stages/arbitration/types.ts';
import { guardedRules } from '../../../src/stages/policy/guarded-rules.ts';
import { makeDrift } from '../intent/make.ts';
import { anyMaker, anyScene, declaredOn, defaultScene, many } from './arbitraries.ts';
import { decideOnRecord } from './on-record.ts';
import type { Scene } from './scene.ts';
import { defaultRules, inputOf, policyNamed } from './scene.ts';

const granting: readonly string[] = ['accept', 'delegate', 'compromise'];
const granted = (one: Decision | undefined): boolean =>
  one !== undefined && granting.includes(one.verdict.outcome);
const text = (value: unknown): string => JSON.stringify(value);

/** A scene in which somebody may also have declared something. */
const anyInput: fc.Arbitrary<DecideInput> = anyScene.chain((scene) =>
  declaredOn(scene.drifts).map((declared) => withDeclared(inputOf(scene), declared)),
);
const defaultInput: fc.Arbitrary<DecideInput> = defaultScene.chain((scene) =>
  declaredOn(scene.drifts).map((declared) => withDeclared(inputOf(scene), declared)),
);

function withDeclared(input: DecideInput, declared: readonly Intent[]): DecideInput {
  return { ...input, intents: [...input.intents, ...declared] };
}

const at = (input: DecideInput, now: string): DecideInput => ({
  ...input,
  context: { ...input.context, now },
});

const isLeft = ({ live, declared }: Drift): boolean => text(live) !== text(declared);

/** Parts of an action that must be decided alike but are not. */
function halves({ id, parts = [] }: Intent, decisions: readonly Decision[]): readonly unknown[] {
  return parts.filter(({ drifts, together }) => {
    const found = decisions.filter(
      ({ intent, drift, verdict }) =>
        intent === id && drifts.includes(drift) && verdict.outcome !== 'noop',
    );
    const isSame = new Set(found.map(({ verdict }) => verdict.outcome)).size <= 1;
    return together && !isSame && !found.every(granted);
  });
}

// Enough time for a busy machine; alone it takes half a minute.
const timeout = { timeout: 600_000 };

describe('decide, whatever happened', timeout, () => {
  it('1, 2 depends neither on order nor on repetition', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 10_006 }), (input, salt) => {
        const shuffle = <T>(items: readonly T[]): T[] =>
          [...items, ...items]
            .map((item, index) => ({ item, key: ((index + 1) * salt) % 10_007 }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const intents = shuffle(input.intents);
        const other = { ...input, intents, drifts: shuffle(input.drifts) };
        expect(text(decide(other))).toBe(text(decide(input)));
      }),
      many,
    );
  });

  it('5 gives each drift of each intent one verdict, and lets nothing hidden or weak pass', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const decisions = decide(input);
        const expected = input.intents.flatMap(({ id, drifts }) =>
          drifts.map((drift) => `${id} ${drift}`),
        );
        const actual = decisions.map(({ intent, drift }) => `${intent} ${drift}`);
        expect(text(actual.sort())).toBe(text(expected.sort()));
        for (const one of decisions) {
          const { because } = one.verdict;
          expect(/\S/.test(because) && !/\{[a-z]+\}/.test(because)).toBe(true);
          expect(one.explanation.length).toBeGreaterThan(0);
          const drift = input.drifts.find(({ id }) => id === one.drift);
          const isHidden = drift?.live.kind === 'redacted' && one.verdict.value === undefined;
          const isWide = text(drift?.path).includes('0.0.0.0/0');
          const isWeak = isWide && input.policy.name === 'default';
          expect(granted(one) && (isHidden || isWeak)).toBe(false);
        }
      }),
      many,
    );
  });

  it('12 lets nobody starve: whatever waits has an end, and then an answer', () => {
    fc.assert(
      fc.property(defaultInput, fc.integer({ min: 0, max: 40 }), (input, days) => {
        const now = daysAfter('2026-03-14T08:00:00Z', days);
        const intents = new Map(input.intents.map((one) => [one.id, one]));
        for (const { intent, verdict } of decide(at(input, now))) {
          if (verdict.outcome !== 'defer') continue;
          const { window, expires } = intents.get(intent) ?? {};
          const isLater = window !== undefined && window.from > now;
          const timeout = daysAfter(isLater ? now : (window?.to ?? ''), 30);
          const limit = expires !== undefined && expires < timeout ? expires : timeout;
          expect(verdict.expires).toBeDefined();
          expect(now < (verdict.expires ?? '')).toBe(true);
          expect((verdict.expires ?? '') <= limit).toBe(true);
        }
      }),
      many,
    );
  });

  it('10, 13 does not know the future, and forgets what expired', () => {
    fc.assert(
      fc.property(defaultInput, (input) => {
        const { context } = input;
        const later = { id: 'later', from: '2026-03-14T09:00:00Z' };
        const present = ({ declared, window, expires }: Intent): boolean =>
          declared !== true ||
          (window.from <= context.now && (expires === undefined || expires > context.now));
        const intents = input.intents.filter(present);
        const without = { ...input, intents };
        const future = {
          ...context,
          incidents: [...context.incidents, later],
          maintenance: [...context.maintenance, later],
          freezes: [...context.freezes, later],
        };
        const ids = new Set(intents.map(({ id }) => id));
        const own = (decisions: readonly Decision[]): string =>
          text(decisions.filter(({ intent }) => ids.has(intent)).map(({ verdict }) => verdict));
        expect(own(decide({ ...input, context: future }))).toBe(own(decide(without)));
      }),
      many,
    );
  });

  it('4, 14 has nothing left to decide once the code says what it granted', () => {
    fc.assert(
      fc.property(anyInput, ({ drifts: all, ...rest }) => {
        const input = { ...rest, drifts: all.filter(isLeft) };
        const first = decide(input);
        const written = new Map(
          first.filter(granted).map((one) => [one.drift, one.verdict] as const),
        );
        const handed = new Set(
          first.filter(({ verdict }) => verdict.outcome === 'delegate').map(({ drift }) => drift),
        );
        const drifts = input.drifts
          .filter(({ id }) => !handed.has(id))
          .map((drift): Drift => {
            const verdict = written.get(drift.id);
            if (verdict === undefined) return drift;
            const { value } = verdict;
            return {
              ...drift,
              declared: value === undefined ? drift.live : { kind: 'value', value },
            };
          });
        const left = drifts.filter(isLeft);
        const declared: NonNullable<DecideInput['declared']> = (address, path) => {
          const drift = drifts.find((one) => one.address === address && one.path[0] === path[0]);
          if (drift === undefined) return input.declared?.(address, path);
          return drift.declared.kind === 'value' ? drift.declared.value : undefined;
        };
        const again = decide({ ...input, drifts: left, declared });
        expect(again.filter((one) => granted(one) && written.has(one.drift))).toEqual([]);
      }),
      many,
    );
  });

  it('15 decides the same again from a plain record', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { decisions, record } = decideOnRecord(input);
        const kept = JSON.parse(text(record));

        const again = decideOnRecord(inputFromRecord(kept, input.policy));

        expect(text(again.decisions)).toBe(text(decisions));
        expect(text(again.record)).toBe(text(record));
      }),
      many,
    );
  });

  it('lets no sizes into the code that contradict each other, and no half of an action', () => {
    fc.assert(
      fc.property(defaultInput, (input) => {
        const decisions = decide(input);
        expect(input.intents.flatMap((intent) => halves(intent, decisions))).toEqual([]);
        const sizeOf = (name: string, declared: number): number => {
          const found = decisions.find((one) => one.path[0] === name && granted(one));
          if (found?.verdict.value !== undefined) return Number(found.verdict.value);
          const live = input.drifts.find(({ id }) => id === found?.drift)?.live;
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
      many,
    );
  });
});

const noContentionRule: Policy = {
  ...policyNamed('default'),
  rules: guardedRules(defaultRules.filter(({ id }) => id !== 'contention')),
};

describe('contention, whoever is in it', () => {
  it('never ends in the code', () => {
    const turns = fc.record({
      one: anyMaker,
      other: anyMaker,
      count: fc.integer({ min: 4, max: 8 }),
      gap: fc.integer({ min: 1, max: 59 }),
    });
    fc.assert(
      fc.property(turns, ({ one, other, count, gap }) => {
        const ids = Array.from({ length: count }, (_, index) => `e${index + 1}`);
        const writes = ids.map((event, index) => ({
          event,
          time: `2026-03-14T0${index}:${String(gap).padStart(2, '0')}:00Z`,
          value: { kind: 'value', value: index % 2 === 0 ? 5 : 4 } as const,
        }));
        const drift = makeDrift(
          'aws_autoscaling_group.web',
          ['desired_capacity'],
          3,
          count % 2 === 0 ? 4 : 5,
          { evidence: ids, writes },
        );
        const makers = ids.map((id, index) => [id, index % 2 === 0 ? one : other] as const);
        const input = inputOf({ drifts: [drift], by: one, others: Object.fromEntries(makers) });
        const people = [one, other].some(
          ({ class: kind }) => kind === 'human' || kind === 'unknown',
        );
        const [decision] = decide({ ...input, policy: noContentionRule });
        const isContention = decision?.grounds?.conflicts.some(({ kind }) => kind === 'contention');
        expect(isContention).toBe(!people && one.principal !== other.principal);
        if (isContention) expect(['accept', 'compromise']).not.toContain(decision?.verdict.outcome);
      }),
      many,
    );
  });
});

/** The policy with one rule moved, as a counterfactual says. */
function withRule(id: string, tier: string, priority: number): Policy {
  const moved = defaultRules.map((one) => (one.id === id ? { ...one, tier, priority } : one));
  return { ...policyNamed('default'), rules: guardedRules(moved) };
}

describe('a counterfactual', () => {
  const single: fc.Arbitrary<Scene> = defaultScene.map((scene) => ({
    ...scene,
    drifts: scene.drifts.slice(0, 1),
  }));

  it('about a priority is true, and would not be for a lower one', () => {
    let seen = 0;
    fc.assert(
      fc.property(single, (scene) => {
        const input = inputOf(scene);
        const [decision] = decide(input);
        const rules = decision?.grounds?.rules ?? [];
        for (const { condition, outcome, rule } of decision?.grounds?.counterfactuals ?? []) {
          const priority = Number(
            /^with priority (\d+) or more/.exec(condition)?.[1] ?? Number.NaN,
          );
          if (Number.isNaN(priority)) continue;
          seen += 1;
          const own = rules.find((one) => one.rule === rule);
          const tier = / in tier (\w+)$/.exec(condition)?.[1] ?? own?.weight.tier ?? '';
          const result = (level: number): string | undefined =>
            decide({ ...input, policy: withRule(rule, tier, level) })[0]?.grounds?.rules[0]?.rule;
          expect(own?.outcome).toBe(outcome);
          expect(result(priority)).toBe(rule);
          expect(result(priority - 1)).not.toBe(rule);
        }
      }),
      many,
    );
    expect(seen).toBeGreaterThan(many.numRuns / 10);
  });
});
