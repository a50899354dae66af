import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import type { Decision } from '../../../src/model/decision.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import type { DecideInput } from '../../../src/stages/arbitration/types.ts';
import { cases } from '../../cases.ts';
import type { Call, History } from './history.ts';
import { decideOn, historyInput } from './history.ts';
import { by, claimed, contextOf, policyNamed } from './scene.ts';

const many = { numRuns: cases(6_000, 400) };

/** A party; no two set the same values, and none sets the declared one. */
interface Side {
  readonly actor: Actor;
  readonly values: readonly number[];
}

const actors: readonly Actor[] = [
  by('controller', 'Auto Scaling'),
  by('controller', 'Other Scaler'),
  by('cost', 'Cost Saver'),
  by('security', 'Guard'),
  by('pipeline', 'deploy'),
  by('pipeline', 'nightly'),
  by('human', 'maria'),
  by('human', 'ben'),
  by('agent', 'helper'),
  by('unknown', 'stranger'),
  claimed(by('controller', 'Pretender')),
  claimed(by('human', 'mallory')),
];

const code = 50;
const fields: readonly Pick<History, 'address' | 'path' | 'beside'>[] = [
  { address: 'aws_autoscaling_group.web', path: ['desired_capacity'], beside: { min_size: 3 } },
  { address: 'aws_ecs_service.web', path: ['desired_count'] },
  { address: 'aws_sqs_queue.orders', path: ['visibility_timeout_seconds'] },
];

const sidesOf = (among: readonly Actor[]): fc.Arbitrary<readonly Side[]> =>
  fc.subarray([...among], { minLength: 2, maxLength: 5 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((actor) =>
        fc
          .array(fc.nat(3), { minLength: 1, maxLength: 3 })
          // Zero is a value of the first actor only; setting it stops what runs.
          .map((picks) => ({ actor, values: picks.map((n) => 4 * actors.indexOf(actor) + n) })),
      ),
    ),
  );

const anySides = sidesOf(actors);
/** Sides without a cost tool, so that none ties with the one that a property adds. */
const strongerSides = sidesOf(actors.filter((actor) => actor.class !== 'cost'));

const contexts: readonly DecideInput['context'][] = [
  contextOf({ deployers: [by('pipeline', 'deploy').principal] }),
  contextOf({ environmentOf: () => 'staging' }),
  contextOf({ incidents: [{ id: 'INC-1', from: '2026-03-14T00:00:00Z' }] }),
  contextOf({ freezes: [{ id: 'f', from: '2026-03-01T00:00:00Z' }] }),
];

interface Situation {
  readonly sides: readonly Side[];
  readonly history: Omit<History, 'calls'>;
  /** Two orders of the calls, each keeping the order of every party's own calls. */
  readonly orders: readonly [readonly Call[], readonly Call[]];
}

/** Everybody's calls in some order; those of one party stay in order. */
function interleaved(sides: readonly Side[]): fc.Arbitrary<readonly Call[]> {
  const turns = sides.flatMap(({ values }, index) => values.map(() => index));
  return fc
    .shuffledSubarray(turns, { minLength: turns.length, maxLength: turns.length })
    .map((order) => {
      const left = sides.map(({ values }) => [...values]);
      return order.flatMap((index): Call[] => {
        const side = sides[index];
        const to = left[index]?.shift();
        return side === undefined || to === undefined ? [] : [{ by: side.actor, to }];
      });
    });
}

/** In contention two automations take turns, so order matters: here nobody looks for it. */
const peaceful = (name: string) => {
  const { contention: _contention, ...policy } = policyNamed(name);
  return policy;
};

function situationOf(sides: readonly Side[]): fc.Arbitrary<Situation> {
  return fc
    .record({
      first: interleaved(sides),
      second: interleaved(sides),
      field: fc.constantFrom(...fields),
      context: fc.constantFrom(...contexts),
    })
    .map(({ first, second, field, context }) => ({
      sides,
      history: { ...field, code, input: { context, policy: peaceful('default') } },
      orders: [first, second],
    }));
}

const anySituation = anySides.chain(situationOf);

/** Who decides, on what, and who wants what, as far as that must not depend on the order. */
interface Verdicts {
  readonly winner: string;
  readonly rule: string;
  readonly value: unknown;
  readonly bounds: unknown;
  readonly losers: readonly string[];
}

function verdictOf([decider, ...others]: readonly Decision[]): Verdicts {
  const [first] = decider?.parties ?? [];
  const parties = [...(decider?.parties ?? [])];
  const isOpen = decider?.verdict.outcome === 'escalate' || decider?.verdict.outcome === 'defer';
  // An open verdict has no winner: whoever set the live value carries the question.
  const isRefused = decider?.verdict.outcome === 'reject';
  return {
    winner: isOpen || isRefused ? (decider?.verdict.outcome ?? '') : (first?.name ?? ''),
    rule: isOpen || isRefused ? '' : (decider?.verdict.rule ?? ''),
    value: isOpen || isRefused ? undefined : (decider?.verdict.value ?? first?.value),
    bounds: decider?.verdict.bounds,
    losers: [
      ...parties
        .filter((one) => isOpen || isRefused || one !== first)
        .map(({ name, value }) => `${name} ${JSON.stringify(value)}`),
      ...others.map(({ drift }) => (drift === decider?.drift ? '' : 'another drift')),
    ].sort(),
  };
}

/** Ignores the form of a value: written as it is live, or named in the verdict. */
function plain(reported: Verdicts): Verdicts {
  const value = reported.value as { readonly value?: unknown } | number | undefined;
  return { ...reported, value: typeof value === 'object' ? value.value : value };
}

const verdictsOf = (history: History): Verdicts => plain(verdictOf(decideOn(history)));

describe('all who acted on a field', () => {
  it('are decided about the same in whatever order their calls came', () => {
    fc.assert(
      fc.property(anySituation, ({ history, orders: [first, second] }) => {
        expect(verdictsOf({ ...history, calls: second })).toEqual(
          verdictsOf({ ...history, calls: first }),
        );
      }),
      many,
    );
  });

  it('are decided by order if the last writer wins, which this property would notice', () => {
    const policy = { ...peaceful('default'), parties: false };
    const isSame = ({ history, orders: [first, second] }: Situation): boolean => {
      const lastWins = { ...history, input: { ...history.input, policy } };
      const [a, b] = [first, second].map((calls) => verdictsOf({ ...lastWins, calls }));
      return JSON.stringify(a) === JSON.stringify(b);
    };

    expect(fc.check(fc.property(anySituation, isSame), { ...many, numRuns: 200 }).failed).toBe(
      true,
    );
  });

  it('are all named, each with what it set last', () => {
    fc.assert(
      fc.property(anySituation, ({ history, orders: [calls] }) => {
        const input = historyInput({ ...history, calls });
        const decisions = decide(input);

        // Setting what is already there is no change: only parties of the drift have acted.
        const acted = new Map(
          (input.drifts[0]?.writes ?? []).map(({ event, value }) => [
            input.actorOf?.(event)?.name,
            value,
          ]),
        );
        const named = new Map(
          (decisions[0]?.parties ?? []).map(({ name, value }) => [name, value]),
        );
        expect(named).toEqual(acted);
        expect(decisions).toHaveLength(acted.size);
        expect(
          decisions.filter(({ intent, parties }) =>
            parties?.some((one) => one.intent === intent && one.decides),
          ),
        ).toHaveLength(1);
        for (const { parties } of decisions) expect(parties).toEqual(decisions[0]?.parties);
      }),
      many,
    );
  });

  it('lose nothing when a weaker party acts as well', () => {
    const weaker: Side = { actor: by('cost', 'Weak Saver'), values: [97, 98] };
    const situations = strongerSides.chain((sides) =>
      fc.record({ alone: situationOf(sides), together: interleaved([...sides, weaker]) }),
    );
    fc.assert(
      fc.property(situations, ({ alone: { history, orders }, together }) => {
        const before = verdictsOf({ ...history, calls: orders[0] });
        const after = decideOn({ ...history, calls: together });
        const isWeakest = after[0]?.parties?.at(-1)?.name === 'Weak Saver';
        fc.pre(isWeakest && before.winner !== 'reject');

        const now = plain(verdictOf(after));
        expect({ ...now, losers: [] }).toEqual({ ...before, losers: [] });
        expect(now.losers).toEqual(expect.arrayContaining([...before.losers]));
      }),
      many,
    );
  });

  it('are a question if they keep undoing each other, in whatever order', () => {
    const [scaler, saver] = [by('controller', 'Auto Scaling'), by('cost', 'Cost Saver')];
    const turns = fc.integer({ min: 4, max: 9 });
    fc.assert(
      fc.property(turns, fc.boolean(), (count, isScalerFirst) => {
        const calls = Array.from({ length: count }, (_, index): Call => {
          const isScaler = (index % 2 === 0) === isScalerFirst;
          return isScaler ? { by: scaler, to: 60 } : { by: saver, to: 40 };
        });

        const [decision] = decideOn({ code, calls, beside: { min_size: 3 } });

        expect(decision?.verdict).toMatchObject({ outcome: 'escalate', rule: 'contention' });
        expect(decision?.parties?.map(({ name }) => name).sort()).toEqual([
          'Auto Scaling',
          'Cost Saver',
        ]);
      }),
      { ...many, numRuns: 50 },
    );
  });
});
