import type { Case } from '../case.ts';
import type { Selection } from '../order/select.ts';
import { select } from '../order/select.ts';
import type { Facts, Policy } from '../types.ts';
import { participles } from './text.ts';

/** Something about the world that could be otherwise, and how a sentence says so. */
interface Alternative {
  readonly phrase: string;
  readonly facts: Partial<Facts>;
}

/** What would have led to another verdict: the rules are asked again with one thing changed. */
export function counterfactuals(policy: Policy, own: Case, { top }: Selection): readonly string[] {
  const { outcome } = top.rule.then;
  return alternatives(own).flatMap(({ phrase, facts }) => {
    const other = select(policy, own, { ...own.facts, ...facts }).top.rule;
    if (other.then.outcome === outcome) return [];
    return [`It would be ${participles[other.then.outcome]} ${phrase} (rule ${other.id}).`];
  });
}

function alternatives({ facts, calendar }: Case): readonly Alternative[] {
  const all: Alternative[] = [];
  if (facts['context.freeze']) {
    const end = calendar.freeze?.ends;
    const phrase = end === undefined ? 'without the freeze' : `after ${end}, when the freeze ends`;
    all.push({ phrase, facts: { 'context.freeze': false } });
  }
  if (facts['context.incident'] === 'open' && calendar.holdEnds !== undefined) {
    const phrase = `after ${calendar.holdEnds}, when the hold ends`;
    all.push({ phrase, facts: { 'context.incident': 'over' } });
  }
  if (facts['context.incident'] === 'none') {
    const phrase = 'if an open incident covered it';
    all.push({ phrase, facts: { 'context.incident': 'open' } });
  }
  if (facts['context.production']) {
    all.push({ phrase: 'outside of production', facts: { 'context.production': false } });
  }
  if (facts['change.bounds'] === 'outside') {
    all.push({ phrase: 'within the bounds', facts: { 'change.bounds': 'inside' } });
  }
  if (!facts['change.known']) {
    all.push({ phrase: 'if its value were known', facts: { 'change.known': true } });
  }
  if (facts['change.unapplied']) {
    all.push({ phrase: 'once the code is applied', facts: { 'change.unapplied': false } });
  }
  if (facts['actor.class'] === 'pipeline' && !facts['actor.deployer']) {
    all.push({ phrase: 'from a deploying role', facts: { 'actor.deployer': true } });
  }
  if (!facts['intent.announced'] && facts['actor.class'] === 'agent') {
    all.push({ phrase: 'if it had been declared beforehand', facts: { 'intent.announced': true } });
  }
  if (facts['actor.class'] === 'human' && !facts['actor.trusted']) {
    const phrase = 'if more than the user agent told who it was';
    all.push({ phrase, facts: { 'actor.trusted': true } });
  }
  return all;
}
