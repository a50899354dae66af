import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actorClasses } from '../../../src/model/actor.ts';
import { harmDimensions } from '../../../src/model/harm.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { scenarioInput } from '../../../src/stages/policy/scenario/input.ts';
import { measured } from './suite/measure.ts';
import { disagreements, table } from './suite/print.ts';
import { answerOf, baselines, regretOf, scoreOf } from './suite/score.ts';
import { approvalKinds, readSituations } from './suite/situation.ts';

const read = readSituations();
const situations = read.map(({ one }) => one);

describe('the labels', () => {
  it('are of at least two hundred situations, each named once', () => {
    expect(situations.length).toBeGreaterThanOrEqual(200);
    expect(new Set(situations.map(({ name }) => name)).size).toBe(situations.length);
  });

  it('are measured as the fixtures say', () => {
    const wrong = situations.filter((one) => {
      const wanted = Object.entries(measured(one)).sort();
      return JSON.stringify(wanted) !== JSON.stringify(Object.entries(one.regret).sort());
    });

    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['dimension', harmDimensions, ({ harm }) => [harm === 'none' ? '' : harm.dimension]],
    ['class of actor', actorClasses, ({ actors, changes }) => classesIn(actors, changes)],
    ['kind of approval', approvalKinds, ({ approval }) => [approval]],
    ['environment', ['production', 'staging', 'sandbox', 'unknown'], (one) => [one.environment]],
    ['severity', ['none', '1', '2', '3', '4', '5'], ({ harm }) => [severityOf(harm)]],
    ['provider', ['aws', 'azurerm', 'google', 'kubernetes'], ({ changes }) => providersOf(changes)],
  ] satisfies readonly Spread[])('know every %s', (_what, all, of) => {
    const found = new Set(situations.flatMap(of));

    expect(all.filter((each) => !found.has(each))).toEqual([]);
  });
});

describe('the default policy', () => {
  const found = builtInPolicy('default');
  if (!found.ok) throw new Error(found.error.message);
  const policy = found.value;
  const facts = loadHarmFacts();
  const answers = new Map(situations.map((one) => [one, answerOf(one, policy, facts)]));
  const score = scoreOf(situations, (one) => answers.get(one)?.outcome ?? 'noop');
  const others = Object.entries(baselines).map(
    ([name, outcomeOf]) => [name, scoreOf(situations, outcomeOf)] as const,
  );
  const printed = table(situations.length, [['default', score], ...others]);
  console.log(printed);
  console.log(disagreements(read, answers));

  it('agrees with nearly all labels', () => {
    expect(score.agreement / situations.length).toBeGreaterThanOrEqual(0.95);
  });

  it('has less than a third of the regret of the best baseline', () => {
    const best = Math.min(...others.map(([, { regret }]) => regret));

    expect(score.regret).toBeLessThan(best / 3);
  });

  it('does nothing unasked that costs 4 or more', () => {
    expect(score.grave).toEqual([]);
  });

  it('costs at most 3 where it is wrong', () => {
    const costs = situations.map((one) => regretOf(one, answers.get(one)?.outcome ?? 'noop'));

    expect(Math.max(...costs)).toBeLessThanOrEqual(3);
  });

  it('scores as docs/policy.md says', () => {
    const docs = readFileSync(resolve(import.meta.dirname, '../../../docs/policy.md'), 'utf8');
    const lines = printed.split('\n');
    const reported = docs.split('\n');
    const from = reported.indexOf(lines[0] ?? '');

    expect(reported.slice(from, from + lines.length)).toEqual(lines);
  });

  it('derives nearly all harm from the facts as it was meant', () => {
    const missed = situations.filter((one) => {
      const { drifts, harmOf } = scenarioInput(one, policy, facts);
      const harms = drifts.flatMap((drift) => harmOf?.(drift)?.harms ?? []);
      if (one.harm === 'none') return harms.length > 0;
      const { dimension, severity, direction } = one.harm;
      return !harms.some(
        (harm) =>
          harm.dimension === dimension &&
          harm.severity === severity &&
          (harm.direction === direction || harm.doubt !== undefined),
      );
    });

    expect(missed.length).toBeLessThan(situations.length / 50);
  });
});

type Situation = (typeof situations)[number];
type Spread = readonly [string, readonly string[], (one: Situation) => readonly string[]];

function classesIn(actors: Situation['actors'], changes: Situation['changes']): readonly string[] {
  return changes.flatMap(({ by }) => actors[by]?.class ?? []);
}

function severityOf(harm: Situation['harm']): string {
  return harm === 'none' ? harm : String(harm.severity);
}

function providersOf(changes: Situation['changes']): readonly string[] {
  return changes.flatMap(({ at }) => at.split('_')[0] ?? []);
}
