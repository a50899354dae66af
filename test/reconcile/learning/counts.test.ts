import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound } from '../../../src/reconcile/learning/beta.ts';
import { countFeedback, type LearnedCounts } from '../../../src/reconcile/learning/counts.ts';
import {
  agreement,
  type Feedback,
  isNight,
  reviews,
} from '../../../src/reconcile/learning/feedback.ts';
import { suggestRules } from '../../../src/reconcile/learning/suggest.ts';

const cutoff = '2026-12-31T00:00:00Z';

function feedback(intent: number, more: Partial<Feedback> = {}): Feedback {
  return {
    schema: 'parley/feedback/v1',
    intent: `i-${String(intent).padStart(12, '0')}`,
    run: 'r-1',
    review: 'merged',
    time: '2026-03-14T02:00:00Z',
    verdict: 'escalate',
    class: 'human',
    purpose: 'hotfix',
    environment: 'production',
    incident: 'open',
    night: true,
    ...more,
  };
}

const many = (count: number, more: Partial<Feedback> = {}, from = 0): readonly Feedback[] =>
  Array.from({ length: count }, (_, i) => feedback(from + i, more));

const widest = ({ counted }: LearnedCounts) => counted[0];

describe('the bound of a share', () => {
  it.each([
    [0, 0, 0.05],
    [14, 0, 0.819],
    [12, 0, 0.794],
    [13, 0, 0.807],
    [28, 0, 0.902],
    [58, 0, 0.95],
    [20, 1, 0.802],
    [44, 1, 0.9],
    [0, 10, 0.0047],
  ])('after %i for and %i against is %f', (yes, no, bound) => {
    expect(lowerBound(yes, no)).toBeCloseTo(bound, 2);
  });

  it('rises with what is for it and falls with what is against it', () => {
    const counts = fc.nat({ max: 200 });
    fc.assert(
      fc.property(counts, counts, (yes, no) => {
        const bound = lowerBound(yes, no);
        expect(bound).toBeGreaterThan(0);
        expect(bound).toBeLessThan(1);
        expect(lowerBound(yes + 1, no)).toBeGreaterThan(bound);
        expect(lowerBound(yes, no + 1)).toBeLessThan(bound);
      }),
    );
  });
});

describe('a review', () => {
  it.each([
    ['merged', 'accept', 1],
    ['edited', 'accept', 0.5],
    ['closed', 'accept', 0],
    ['reverted', 'delegate', 0],
    ['wrong', 'accept', 0],
    ['wrong', 'reject', 1],
  ] as const)('%s of %s agrees by %f', (review, verdict, share) => {
    expect(agreement({ review, verdict })).toBe(share);
  });

  it.each([
    ['2026-03-14T21:59:59Z', false],
    ['2026-03-14T22:00:00Z', true],
    ['2026-03-14T05:59:59Z', true],
    ['2026-03-14T06:00:00Z', false],
  ])('of %s: at night %s', (time, night) => {
    expect(isNight(time)).toBe(night);
  });
});

describe('counts of reviews', () => {
  const anyReview = fc.record({
    intent: fc.nat({ max: 8 }),
    review: fc.constantFrom(...reviews),
    verdict: fc.constantFrom('accept', 'reject', 'escalate'),
    class: fc.constantFrom('human', 'cost'),
    purpose: fc.constantFrom('hotfix', 'scaling'),
    environment: fc.constantFrom('', 'production'),
    incident: fc.constantFrom('none', 'open'),
    night: fc.boolean(),
    day: fc.integer({ min: 1, max: 28 }),
  });
  const logs = fc.array(anyReview, { maxLength: 30 }).map((list) =>
    list.map(({ intent, day, ...more }) =>
      feedback(intent, {
        ...more,
        time: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`,
      } as Partial<Feedback>),
    ),
  );

  it('do not depend on the order, or on what is noted twice', () => {
    fc.assert(
      fc.property(
        logs.chain((log) =>
          fc.tuple(
            fc.constant(log),
            fc.shuffledSubarray([...log, ...log], { minLength: 2 * log.length }),
          ),
        ),
        ([log, again]) => {
          expect(countFeedback(again, { cutoff })).toEqual(countFeedback(log, { cutoff }));
        },
      ),
    );
  });

  it('ignore what comes after the cutoff', () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 28 }), (log, day) => {
        const time = `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;
        const early = log.filter((one) => one.time <= time);
        expect(countFeedback(log, { cutoff: time })).toEqual(countFeedback(early, { cutoff }));
      }),
    );
  });

  it('add up: narrow situations divide what the wide one counts', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const { counted, entries } = countFeedback(log, { cutoff });
        const total = (depth: number) =>
          counted
            .filter(({ situation: { type, actor } }) => type === undefined && actor === undefined)
            .filter(({ situation }) => Object.keys(situation).length === depth + 2)
            .reduce((sum, { yes, no }) => sum + yes + no, 0);
        expect([0, 1, 2, 3].map(total)).toEqual([entries, entries, entries, entries]);
      }),
    );
  });

  it('take the latest review of an intent', () => {
    const log = [feedback(1), feedback(1, { review: 'reverted', time: '2026-03-20T00:00:00Z' })];

    expect(widest(countFeedback(log, { cutoff }))).toMatchObject({ yes: 0, no: 1 });
    expect(widest(countFeedback(log, { cutoff: '2026-03-15T00:00:00Z' }))).toMatchObject({
      yes: 1,
      no: 0,
    });
  });

  it('fall back on the wider situation if there is little data', () => {
    const log = [...many(20), ...many(1, { environment: 'test', review: 'closed' }, 50)];
    const { counted } = countFeedback(log, { cutoff });
    const test = counted.find(({ situation }) => situation.environment === 'test');

    expect(test?.estimate).toBeGreaterThan(0.6);
    expect(test?.bound).toBeLessThan(0.1);
  });

  it('let old reviews weigh less, by the latest of them', () => {
    const log = [
      ...many(10, { review: 'closed', time: '2024-03-14T00:00:00Z' }),
      ...many(10, {}, 20),
    ];
    const now = widest(countFeedback(log, { cutoff }));
    const later = widest(countFeedback(log, { cutoff: '2030-01-01T00:00:00Z' }));

    expect(now?.estimate).toBeGreaterThan(0.75);
    expect(later).toEqual(now);
  });
});

describe('rules that reviews suggest', () => {
  const suggested = (log: readonly Feedback[]) => suggestRules(countFeedback(log, { cutoff }));

  it('have numbers, in the narrowest situation that carries them', () => {
    expect(suggested(many(14))).toMatchObject([
      {
        id: 'learned-human-hotfix-production-open',
        situation: {
          class: 'human',
          purpose: 'hotfix',
          environment: 'production',
          incident: 'open',
        },
        verdict: 'accept',
        agree: 14,
        disagree: 0,
        estimate: expect.closeTo(0.9945, 3),
        bound: expect.closeTo(0.82, 2),
        counterExamples: [],
      },
    ]);
  });

  it.each<[string, readonly Feedback[], readonly string[]]>([
    ['are none after few', many(12), []],
    ['are none after many that disagree', [...many(14), ...many(6, { review: 'closed' }, 20)], []],
    [
      'are narrower where others disagree',
      [...many(30), ...many(3, { review: 'closed', incident: 'none' }, 40)],
      ['accept learned-human-hotfix-production-open'],
    ],
    [
      'are none where they would be wrong by day',
      [...many(40), ...many(3, { review: 'closed', night: false }, 60)],
      [],
    ],
    [
      'turn down what people close',
      many(20, { class: 'cost', purpose: 'scaling', review: 'closed', incident: 'none' }),
      ['reject learned-cost-scaling-production-none'],
    ],
  ])('%s', (_, log, rules) => {
    expect(suggested(log).map(({ verdict, id }) => `${verdict} ${id}`)).toEqual(rules);
  });

  const part = { type: 'aws_autoscaling_group', field: 'desired_capacity' };
  const asg = { principal: 'arn:aws:iam::123456789012:role/asg', name: 'ASG' };
  const scaled: Partial<Feedback> = {
    class: 'controller',
    purpose: 'scaling',
    parts: [part],
    harm: 0,
  };
  const situations = (log: readonly Feedback[]) =>
    suggested(log).map(({ situation, agree }) => ({ ...situation, agree }));
  const around = { environment: 'production', incident: 'open' };

  it('name type, field and actor if all reviews share them', () => {
    expect(situations(many(14, { ...scaled, actor: asg }))).toEqual([
      { class: 'controller', purpose: 'scaling', ...part, actor: asg, ...around, agree: 14 },
    ]);
  });

  it('name fewer of them if reviews suffice only together', () => {
    const bots = Array.from({ length: 14 }, (_, i) =>
      feedback(i, {
        ...scaled,
        actor: { principal: `arn:aws:iam::123456789012:role/${i}`, name: 'bot' },
      }),
    );
    const fields = Array.from({ length: 14 }, (_, i) =>
      feedback(i, { ...scaled, parts: [{ ...part, field: `field_${i}` }] }),
    );
    const places = Array.from({ length: 14 }, (_, i) =>
      feedback(i, { ...scaled, environment: `place-${i}` }),
    );

    expect(situations(bots)).toEqual([
      { class: 'controller', purpose: 'scaling', ...part, ...around, agree: 14 },
    ]);
    expect(situations(fields)).toEqual([
      { class: 'controller', purpose: 'scaling', type: part.type, ...around, agree: 14 },
    ]);
    expect(situations(places)).toEqual([
      { class: 'controller', purpose: 'scaling', ...part, agree: 14 },
    ]);
  });

  it('are wide beside narrow ones only if the remaining reviews support them, too', () => {
    const narrow = many(20, { ...scaled, actor: asg });
    const rest = Array.from({ length: 16 }, (_, i) =>
      feedback(100 + i, { ...scaled, parts: [{ type: `aws_type_${i}`, field: 'size' }] }),
    );

    expect(situations([...narrow, ...rest.slice(0, 6)])).toHaveLength(1);
    expect(situations([...narrow, ...rest]).map(({ agree }) => agree)).toEqual([20, 36]);
  });

  it('count an intent once, however many drifts it has and however often it was reviewed', () => {
    const parts = Array.from({ length: 14 }, (_, i) => ({ ...part, field: `field_${i}` }));
    const again = Array.from({ length: 14 }, (_, i) =>
      feedback(1, { ...scaled, time: `2026-03-${String(i + 1).padStart(2, '0')}T00:00:00Z` }),
    );

    expect(suggested([feedback(1, { ...scaled, parts })])).toEqual([]);
    expect(suggested(again)).toEqual([]);
  });

  it('never accept what did severe harm, and may well turn it down', () => {
    const merged = many(40, { ...scaled, harm: 4 });

    expect(suggested(merged)).toEqual([]);
    expect(suggested([...merged, ...many(1, scaled, 90)])).toEqual([]);
    expect(suggested(many(40, { ...scaled, harm: 4, review: 'closed' }))).toMatchObject([
      { verdict: 'reject', agree: 40 },
    ]);
    expect(suggested(many(40, { ...scaled, harm: 2 }))).toMatchObject([{ verdict: 'accept' }]);
  });

  it('ask the same until half as many intents more speak for them', () => {
    const digest = (count: number) => suggested(many(count, scaled))[0]?.digest;

    expect(digest(14)).toBe(digest(19));
    expect(digest(20)).not.toBe(digest(19));
    expect(digest(14)).toMatch(/^s-[0-9a-f]{12}$/);
  });

  it('have unique names, whatever actors and fields are called', () => {
    const names = ['a"b', "a'b", 'a b', 'a\nb', '../../a', 'x'.repeat(300)];
    const logs = names.map((name, i) =>
      many(
        14,
        { ...scaled, actor: { principal: name, name }, parts: [{ type: name, field: name }] },
        i * 100,
      ),
    );
    const ids = suggested(logs.flat()).map(({ id }) => id);

    expect(new Set(ids).size).toBe(names.length);
    expect(ids.filter((id) => !/^[a-z0-9-]{1,64}$/.test(id))).toEqual([]);
  });

  it('name who speaks against them', () => {
    const log = [...many(60), ...many(1, { review: 'closed' }, 99)];

    expect(suggested(log)[0]?.counterExamples).toEqual(['i-000000000099']);
  });
});
