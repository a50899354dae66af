import type { Outcome } from '../../../model/decision.ts';
import type { RuleMatch } from '../rules/types.ts';
import type { DelegationTerm, TermRules } from '../time/term.ts';
import { delegationTerm, endOfDay, isOver, isRelative, lapseEnds } from '../time/term.ts';
import { deferralEnds, earlierEnd, iso } from '../time/windows.ts';
import type { DecideInput } from '../types.ts';
import type { Case } from './case.ts';
import type { VerdictDraft } from './draft.ts';
import { ownerOf } from './facts.ts';

type Timed = Pick<Case, 'intent' | 'calendar'>;

/**
 * Tells of a rule that puts off, or gives away, when its time was over, if it is. From then on the
 * rule decides nothing, and what the policy says without it counts.
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

/** When a verdict lapses and, of a field given away, since when that counts. */
export function lapseOf(input: DecideInput, draft: VerdictDraft): Partial<DelegationTerm> {
  const { case: own, outcome, overruled, selection, answered } = draft;
  if (overruled !== undefined) return limited(input, draft, overruled.expires);
  const { expires } = selection.top.rule.obligations;
  if (outcome === 'delegate') return termOf(input, draft);
  const ends = lapseEnds(expires, own.intent.window.to, termRules(input, own));
  return limited(input, draft, ends, answered?.answer.at);
}

/**
 * When the code's delegation of a field was granted, at the latest: the note in the code says when it
 * ends, to the day. Undefined where that is unknown. ISO 8601 UTC.
 */
export function latestGrant(
  input: DecideInput,
  own: Case,
  { obligations: { expires: lapse } }: Pick<RuleMatch, 'obligations'>,
): string | undefined {
  const { drift, intent } = own;
  const known = input.grantedAt?.(drift.address, drift.path, intent.actor.principal);
  if (known !== undefined) return known;
  const { expires } = ownerOf(input, drift) ?? {};
  if (expires === undefined || !isRelative(lapse)) return undefined;
  const epoch = iso(0);
  const length = Date.parse(lapseEnds(lapse, epoch, termRules(input, own)) ?? epoch);
  return iso(Date.parse(expires) - length);
}

/** Nobody waits for longer than the policy allows. */
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
 * How long the field is given away. What the code gives to the same owner already keeps its term,
 * unless a person says otherwise.
 */
function termOf(
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
  const owner = ownerOf(input, drift);
  if (isRelative(lapse) && owner !== undefined && facts['change.owner'] === 'self') {
    return owner.expires === undefined ? {} : { expires: owner.expires };
  }
  const granted = input.grantedAt?.(drift.address, drift.path, intent.actor.principal);
  return delegationTerm(lapse, { clock, granted, rules });
}
