import type { Decision, Verdict } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import { groupBy } from '../model/group.ts';
import { pathKey } from '../model/path.ts';
import { asNumber, caseOf, limitsText } from './case.ts';
import type { Draft } from './draft.ts';
import { settleField } from './draft.ts';
import { explain } from './explain/explain.ts';
import { fillIn } from './explain/text.ts';
import { constrain, invariantLimits } from './group/constraints.ts';
import { scaledField } from './group/fields.ts';
import { select } from './order/select.ts';
import { daysAfter } from './time/windows.ts';
import type { DecideInput } from './types.ts';

/**
 * Decides about every drift of every intent: exactly one verdict each, the same whatever the order
 * of the input, and from the input alone.
 */
export function decide(input: DecideInput): readonly Decision[] {
  const drifts = new Map(input.drifts.map((drift) => [drift.id, drift]));
  const intents = [...new Map(input.intents.map((intent) => [intent.id, intent])).values()];
  const selected = intents.flatMap((intent) =>
    [...new Set(intent.drifts)].flatMap((id) => {
      const drift = drifts.get(id);
      if (drift === undefined) return [];
      const own = caseOf(input, intent, drift);
      return [{ case: own, selection: select(input.policy, own, own.facts) }];
    }),
  );
  selected.sort((a, b) => (a.case.intent.id < b.case.intent.id ? -1 : 1));
  const fields = groupBy(selected, ({ case: own }) => own.drift.id);
  const settled = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const drafts = constrain(
    input,
    settled.flatMap(([, field]) => settleField(input, field)),
  );
  const orphans = [...drifts.values()].filter(({ id }) => !fields.has(id)).map(orphan);
  return [...drafts.map((draft) => decisionOf(input, drafts, draft)), ...orphans].sort(byPlace);
}

function decisionOf(input: DecideInput, drafts: readonly Draft[], draft: Draft): Decision {
  const { intent, drift } = draft.case;
  const { verdict, note } = verdictOf(input, drafts, draft);
  return {
    intent: intent.id,
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict,
    explanation: [...explain(input, draft), ...(note === undefined ? [] : [note])],
  };
}

interface Worded {
  readonly verdict: Verdict;
  readonly note?: string;
}

function verdictOf(input: DecideInput, drafts: readonly Draft[], draft: Draft): Worded {
  const { case: own, selection, outcome, overruled } = draft;
  if (overruled !== undefined) {
    return { verdict: { outcome, rule: overruled.rule, because: overruled.because } };
  }
  const { rule } = selection.top;
  const limits = limitsFor(input, drafts, draft);
  const expires = expiryOf(input, draft);
  const words = new Map([
    ...own.words,
    ['bounds', limitsText(limits)],
    ['until', expires ?? 'further notice'],
  ] as const);
  const verdict: Verdict = {
    outcome,
    rule: rule.id,
    because: fillIn(rule.then.because, words),
    ...(expires === undefined ? {} : { expires }),
    ...(rule.then.bounded === true && Object.keys(limits).length > 0 ? { bounds: limits } : {}),
  };
  return outcome === 'compromise' ? compromise(verdict, own.drift, limits) : { verdict };
}

/** Bounds of the field, as the decisions about its neighbors leave them. */
function limitsFor(
  input: DecideInput,
  drafts: readonly Draft[],
  draft: Draft,
): NonNullable<Verdict['bounds']> {
  const limits = invariantLimits(input, drafts, draft);
  if (Object.keys(limits).length > 0) return limits;
  const { address, type, path } = draft.case.drift;
  const field = scaledField(type, path);
  const max = field?.max === undefined ? undefined : asNumber(input.declared?.(address, field.max));
  return max === undefined ? {} : { max };
}

function expiryOf({ policy }: DecideInput, { case: own, selection }: Draft): string | undefined {
  switch (selection.top.rule.then.expires) {
    case 'hold':
      return own.calendar.holdEnds;
    case 'freeze':
      return own.calendar.freeze?.ends;
    case 'term':
      return daysAfter(own.intent.window.to, policy.delegationDays);
    default:
      return undefined;
  }
}

/** The nearest value within the bounds. When the code says that already, nothing is conceded. */
function compromise(
  verdict: Verdict,
  drift: Drift,
  { min, max }: NonNullable<Verdict['bounds']>,
): Worded {
  const live = drift.live.kind === 'value' ? asNumber(drift.live.value) : undefined;
  if (live === undefined || (min === undefined && max === undefined)) {
    const because = 'There is no number between two bounds to meet at.';
    return { verdict: { ...verdict, outcome: 'escalate', because } };
  }
  const value = Math.min(Math.max(live, min ?? live), max ?? live);
  const declared = drift.declared.kind === 'value' ? asNumber(drift.declared.value) : undefined;
  if (value === declared) {
    const note = `The nearest value within the bounds is ${value}, which the code says already.`;
    return { verdict: { ...verdict, outcome: 'reject' }, note };
  }
  return { verdict: { ...verdict, value } };
}

/** A drift that no intent claims; only a person can say what to make of it. */
function orphan(drift: Drift): Decision {
  const because = 'No intent explains this drift.';
  return {
    intent: '',
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict: { outcome: 'escalate', rule: 'no-intent', because },
    explanation: [because],
  };
}

function byPlace(a: Decision, b: Decision): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function keyOf({ address, path, intent, drift }: Decision): string {
  return JSON.stringify([address, pathKey(path), intent, drift]);
}
