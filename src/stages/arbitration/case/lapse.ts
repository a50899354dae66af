import type { Outcome } from '../../../model/decision.ts';
import type { RuleMatch } from '../rules/types.ts';
import {
  type DelegationTerm,
  delegationTerm,
  endOfDay,
  isOver,
  isRelative,
  lapseEnds,
  type TermRules,
} from '../time/term.ts';
import { deferralEnds, earlierEnd, iso } from '../time/windows.ts';
import type { DecideInput } from '../types.ts';
import type { Case } from './case.ts';
import type { VerdictDraft } from './draft.ts';
import { fieldOwner } from './facts.ts';

type Timed = Pick<Case, 'intent' | 'calendar'>;

/**
 * Returns a function that gives the time at which a deferring or delegating rule ended, or
 * undefined if it has not. Once ended, the rule decides nothing and the rest of the policy applies.
 */
export function lapsedIn(input: DecideInput, own: Timed): (rule: RuleMatch) => string | undefined {
  const rules = termRules(input, own);
  const start = own.intent.window.to;
  return ({ outcome, obligations: { expires } }) => {
    if (outcome !== 'defer' && outcome !== 'delegate') return undefined;
    if (outcome === 'delegate' && isRelative(expires)) return undefined;
    const moment = lapseEnds(expires, start, rules);
    const ends = moment === undefined || outcome === 'defer' ? moment : endOfDay(moment);
    return isOver(ends, input.context) ? ends : undefined;
  };
}

function termRules({ policy }: DecideInput, { calendar }: Timed): TermRules {
  return { days: policy.delegationDays, calendar };
}

/** When a verdict lapses and, for a delegated field, since when the delegation counts. */
export function verdictTerm(input: DecideInput, draft: VerdictDraft): Partial<DelegationTerm> {
  const { case: own, outcome, overruled, selection, answered } = draft;
  if (overruled !== undefined) return limited(input, draft, overruled.expires);
  const { expires } = selection.top.rule.obligations;
  if (outcome === 'delegate') return termOfDelegation(input, draft);
  const ends = lapseEnds(expires, own.intent.window.to, termRules(input, own));
  return limited(input, draft, ends, answered?.answer.at);
}

/**
 * The latest time at which the code's delegation of a field may have been granted, ISO 8601 UTC. It
 * is derived from the delegation's end, which the note in the code gives as a day. Undefined if
 * that is unknown.
 */
export function latestGrant(
  input: DecideInput,
  own: Case,
  { obligations: { expires: lapse } }: Pick<RuleMatch, 'obligations'>,
): string | undefined {
  const { drift, intent } = own;
  const known = input.grantedAt?.(drift.address, drift.path, intent.actor.principal);
  if (known !== undefined) return known;
  const { expires } = fieldOwner(input, drift) ?? {};
  if (expires === undefined || !isRelative(lapse)) return undefined;
  const epoch = iso(0);
  const length = Date.parse(lapseEnds(lapse, epoch, termRules(input, own)) ?? epoch);
  return iso(Date.parse(expires) - length);
}

/** No deferral lasts longer than the policy allows. */
function limited(
  { policy }: DecideInput,
  { case: { intent }, outcome }: Pick<VerdictDraft, 'case'> & { readonly outcome: Outcome },
  ends: string | undefined,
  from?: string,
): Partial<DelegationTerm> {
  const expires = outcome === 'defer' ? earlierEnd(ends, deferralEnds(policy, intent, from)) : ends;
  return expires === undefined ? {} : { expires };
}

/**
 * The term of a delegation. A field that the code already delegates to the same owner keeps its
 * term, unless a person answered otherwise.
 */
function termOfDelegation(
  input: DecideInput,
  { case: own, selection, answered }: VerdictDraft,
): Partial<DelegationTerm> {
  const { intent, drift, facts } = own;
  const { context: clock } = input;
  const lapse = selection.top.rule.obligations.expires;
  const rules = termRules(input, own);
  if (answered !== undefined) {
    return delegationTerm(lapse, { clock, granted: answered.answer.at, rules });
  }
  const owner = fieldOwner(input, drift);
  if (isRelative(lapse) && owner !== undefined && facts['change.owner'] === 'self') {
    return owner.expires === undefined ? {} : { expires: owner.expires };
  }
  const granted = input.grantedAt?.(drift.address, drift.path, intent.actor.principal);
  return delegationTerm(lapse, { clock, granted, rules });
}
