import type { Bounds } from '../../../model/bounds.ts';
import type { Verdict } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import { endText } from '../../../model/end-text.ts';
import { fillIn } from '../explain/text.ts';
import { invariantLimits } from '../group/constraints.ts';
import type { DecideInput } from '../types.ts';
import type { VerdictDraft } from './draft.ts';
import { fieldOwner } from './facts.ts';
import { verdictTerm } from './lapse.ts';
import { asNumber, declaredLimits, limitsText, narrower } from './limits.ts';

export interface Worded {
  readonly verdict: Verdict;
  /** A sentence to add to the explanation. */
  readonly note?: string;
}

/** The final verdict of a draft, given the other drafts of its resource. */
export function finalVerdict(
  input: DecideInput,
  siblings: readonly VerdictDraft[],
  draft: VerdictDraft,
): Worded {
  const { case: own, selection, outcome, overruled, value } = draft;
  const term = verdictTerm(input, draft);
  const { expires } = term;
  const common = {
    ...term,
    ...(value === undefined ? {} : { value }),
  };
  if (overruled !== undefined) {
    const { rule, because } = overruled;
    return { verdict: { outcome, rule, because, ...common } };
  }
  const { rule } = selection.top;
  const limits = narrower(limitsFor(input, siblings, draft), draft.answered?.answer.bounds);
  const textFor = (name: string): string | undefined => {
    if (name === 'bounds') return limitsText(limits);
    return name === 'until' ? untilText(expires) : own.textFor(name);
  };
  const isBounded = rule.obligations.bounded === true && Object.keys(limits).length > 0;
  const verdict: Verdict = {
    outcome,
    rule: rule.rule,
    because: fillIn(rule.because, textFor),
    ...common,
    ...(isBounded ? { bounds: limits } : {}),
  };
  const isOpen = outcome === 'compromise' && value === undefined;
  return isOpen ? compromise(verdict, own.wanted, limits) : { verdict };
}

function untilText(expires: string | undefined): string {
  return expires === undefined ? 'further notice' : endText(expires);
}

/** Bounds of the field, given the decisions about its neighbors. */
function limitsFor(
  input: DecideInput,
  siblings: readonly VerdictDraft[],
  draft: VerdictDraft,
): Bounds {
  const { drift } = draft.case;
  const limits = invariantLimits(input, siblings, draft);
  const known = Object.keys(limits).length > 0 ? limits : declaredLimits(input, drift);
  return narrower(known, fieldOwner(input, drift)?.bounds);
}

/** The nearest value within the bounds. If the code already has that value, nothing is conceded. */
function compromise(verdict: Verdict, drift: Drift, { min, max }: Bounds): Worded {
  const live = drift.live.kind === 'value' ? asNumber(drift.live.value) : undefined;
  if (live === undefined || (min === undefined && max === undefined)) {
    const because = 'There is no number between the two bounds.';
    return { verdict: { ...verdict, outcome: 'escalate', because } };
  }
  const value = Math.min(Math.max(live, min ?? live), max ?? live);
  const declared = drift.declared.kind === 'value' ? asNumber(drift.declared.value) : undefined;
  if (value === declared) {
    const note = `The nearest value within the bounds is ${value}, which is already in the code.`;
    return { verdict: { ...verdict, outcome: 'reject' }, note };
  }
  return { verdict: { ...verdict, value } };
}
