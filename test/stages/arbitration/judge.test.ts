import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import type { RuleMatch, RuleSet, Untested } from '../../../src/stages/arbitration/rules/types.ts';
import type { Policy } from '../../../src/stages/arbitration/types.ts';
import { makeDrift } from '../intent/make.ts';
import { match } from './rules.ts';
import type { Scene } from './scene.ts';
import { by, inputOf, policyNamed } from './scene.ts';

const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);

/** Decides with rules as any engine might supply them: only matches and failures are seen. */
function decideWith(
  matches: readonly RuleMatch[],
  untested: readonly Untested[] = [],
  scene: Partial<Scene> = {},
  policy: Partial<Policy> = {},
): Decision | undefined {
  const rules: RuleSet = { rules: [], evaluate: () => ({ matches, untested }) };
  const input = inputOf({ drifts: [memory], by: by('human', 'ann'), ...scene });
  return decide({ ...input, policy: { ...policyNamed('default'), ...policy, rules } })[0];
}

const short = (decision: Decision | undefined): string =>
  `${decision?.verdict.outcome} ${decision?.verdict.rule}`;
const failure = (tier: string, priority: number, kind: Untested['kind'] = 'error'): Untested => ({
  kind,
  rule: 'broken',
  tier,
  priority,
  why: 'no such key: owner',
});

describe('rules of any engine', () => {
  it('are ranked by tier and priority, in whatever order they come', () => {
    const [a, b, c] = [
      match('a', { priority: 90 }),
      match('b', { tier: 'harm', priority: 10, outcome: 'reject' }),
      match('c', { priority: 70, outcome: 'noop' }),
    ];

    expect(short(decideWith([a, b, c]))).toBe('reject b');
    expect(short(decideWith([c, b, a]))).toBe('reject b');
    expect(short(decideWith([c, a]))).toBe('accept a');
  });

  it('show what their guards saw', () => {
    const decision = decideWith([match('a')]);

    expect(decision?.explanation[0]).toBe('Rule a (people, 50) matched: a.size > 3 = true.');
    expect(decision?.verdict.because).toBe('ann may.');
  });

  it('fall back where none matches', () => {
    expect(short(decideWith([]))).toBe('escalate no-rule');
  });

  it.each<[string, Untested, string]>([
    ['that might have decided', failure('harm', 1), 'escalate broken'],
    ['of the same weight', failure('people', 50), 'escalate broken'],
    ['that would have lost anyway', failure('people', 49), 'accept a'],
    ['that only lacks a fact', failure('harm', 1, 'missing'), 'accept a'],
    ['of a tier that does not exist', failure('nowhere', 99), 'accept a'],
  ])('fail closed on an error of a rule %s', (_name, untested, expected) => {
    const decision = decideWith([match('a')], [untested]);

    expect(short(decision)).toBe(expected);
    expect(decision?.explanation).toContain('Rule broken could not be tested: no such key: owner.');
  });

  it.each<[string, RuleMatch['obligations'], Partial<Scene>, string]>([
    [
      'a ticket, which is there',
      { requires: ['ticket'] },
      { intent: { ticket: 'OPS-1' } },
      'accept a',
    ],
    ['a ticket, which is missing', { requires: ['ticket'] }, {}, 'escalate a'],
    [
      'a declaration, which is there',
      { requires: ['declaration'] },
      { intent: { announced: 'i-000000000001' } },
      'accept a',
    ],
    ['both, which are missing', { requires: ['ticket', 'declaration'] }, {}, 'escalate a'],
  ])('may ask for %s', (_name, obligations, scene, expected) => {
    expect(short(decideWith([match('a', { obligations })], [], scene))).toBe(expected);
  });

  it.each<[RuleMatch['obligations']['expires'], string | undefined]>([
    ['term', '2026-06-12T00:01:00Z'],
    [{ hours: 4 }, '2026-03-14T04:01:00Z'],
    [{ at: '2026-04-01T00:00:00Z' }, '2026-04-01T00:00:00Z'],
    [undefined, undefined],
  ])('may set an end: %j', (expires, expected) => {
    const obligations = expires === undefined ? {} : { expires };

    expect(decideWith([match('a', { obligations })])?.verdict.expires).toBe(expected);
  });
});

describe('a deferral', () => {
  const wait = match('wait', { outcome: 'defer' });

  it('ends when the policy’s patience does, whatever the rule says', () => {
    expect(decideWith([wait])?.verdict.expires).toBe('2026-04-13T00:01:00Z');
    const long = match('wait', { outcome: 'defer', obligations: { expires: { hours: 9999 } } });
    expect(decideWith([long])?.verdict.expires).toBe('2026-04-13T00:01:00Z');
    const brief = match('wait', { outcome: 'defer', obligations: { expires: { hours: 9 } } });
    expect(decideWith([brief])?.verdict.expires).toBe('2026-03-14T09:01:00Z');
  });

  it('ends with the intent', () => {
    const intent = { expires: '2026-03-20T00:00:00Z' };

    expect(decideWith([wait], [], { intent })?.verdict.expires).toBe('2026-03-20T00:00:00Z');
  });

  it('is followed by a question', () => {
    const context = { now: '2026-04-13T00:01:00Z' };

    const decision = decideWith([wait], [], { context });

    expect(short(decision)).toBe('escalate deferral-over');
    expect(decision?.verdict.because).toBe(
      'It was deferred until 2026-04-13T00:01:00Z, the longest that the policy allows.',
    );
  });

  it('says what comes after it', () => {
    expect(decideWith([wait])?.explanation).toContain(
      'It would be escalated after 2026-04-13T00:01:00Z, when the longest deferral ends (rule deferral-over).',
    );
  });
});
