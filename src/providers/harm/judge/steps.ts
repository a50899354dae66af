import type { Json } from '../../../model/json.ts';
import type { Alternative } from '../table/rule.ts';
import type { HarmFacts } from '../table/types.ts';
import { compareAmounts } from '../value/amount.ts';
import { compareAwsSizes } from '../value/aws-size.ts';
import { isEmptyNode } from '../value/node.ts';
import { isSameNode } from '../value/same.ts';
import { compareNumberedSizes } from '../value/size.ts';
import { type HarmOutcome, strengthens, weakens } from './outcome.ts';

type Step = Extract<Alternative, { kind: 'step' | 'order' }>;

const awsSizes = 'aws-instance-size';
const numberedSizes = 'numbered-size';

/**
 * The outcome of a change from one set value to another, or undefined if it is none or a side is
 * not set.
 */
export function judgeStep(
  step: Step,
  before: Json | undefined,
  after: Json | undefined,
  facts: HarmFacts,
): HarmOutcome | undefined {
  if (isEmptyNode(before) || isEmptyNode(after) || isSameNode(before, after)) return undefined;
  const sign =
    step.kind === 'step' ? amounts(step, before, after) : ranks(step, before, after, facts);
  if (sign === undefined) return weakens({ kind: 'unlisted' }, 'cannot-tell');
  if (sign === 0) return undefined;
  const down = step.worse === 'lower' || step.worse === 'weaker';
  return sign < 0 === down ? weakens({ kind: 'rank' }) : strengthens({ kind: 'rank' });
}

/** The sign of the new amount compared with the old one. */
function amounts(
  { unlimited }: Extract<Step, { kind: 'step' }>,
  before: Json | undefined,
  after: Json | undefined,
): number | undefined {
  return compareAmounts(one(after), one(before), unlimited);
}

function ranks(
  { order }: Extract<Step, { kind: 'order' }>,
  before: Json | undefined,
  after: Json | undefined,
  facts: HarmFacts,
): number | undefined {
  const [old, now] = [one(before), one(after)];
  if (order === numberedSizes) return compareNumberedSizes(now, old);
  const ladder = facts.order(order);
  if (ladder === undefined) return undefined;
  if (order === awsSizes) return compareAwsSizes(now, old, ladder);
  const [a, b] = [rankOf(now, ladder), rankOf(old, ladder)];
  return a === undefined || b === undefined ? undefined : a - b;
}

function rankOf(value: Json | undefined, ladder: ReadonlyMap<string, number>): number | undefined {
  return typeof value === 'object' ? undefined : ladder.get(String(value).toLowerCase());
}

/** A list of one counts as its element. */
function one(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value;
}
