import { describe, expect, it } from 'vitest';
import { actorClasses } from '../../src/model/actor.ts';
import { harmDimensions } from '../../src/model/harm.ts';
import { measured } from './suite/measure.ts';
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
