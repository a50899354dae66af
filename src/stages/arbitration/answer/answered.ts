import { answerRule, type Outcome } from '../../../model/decision.ts';
import { displayText } from '../../../model/text.ts';
import type { Case } from '../case/case.ts';
import type { Selection } from '../order/select.ts';
import type { RuleMatch } from '../rules/types.ts';
import { endOfDay, isOver } from '../time/term.ts';
import { daysAfter } from '../time/windows.ts';
import type { DecideInput, Policy } from '../types.ts';
import { grants, hardTiers } from './hard-tiers.ts';
import type { AnsweredDrift, GivenAnswer } from './types.ts';

/** The selected rule once a person's answer, if any, has been taken into account. */
export interface AfterAnswer {
  readonly selection: Selection;
  readonly answered?: AnsweredDrift;
  /** Why an answer could not be applied. */
  readonly notApplied?: string;
}

const outcomeOf: Readonly<Record<GivenAnswer['action'], Outcome>> = {
  accept: 'accept',
  revert: 'reject',
  delegate: 'delegate',
  hold: 'defer',
  wrong: 'escalate',
  dismiss: 'noop',
};

/**
 * Replaces the rule's verdict with a person's answer. An answer may settle a question and may
 * refuse what was granted; any other verdict of a hard tier stays, and so does a no-op.
 */
export function applyAnswer(input: DecideInput, own: Case, selection: Selection): AfterAnswer {
  const answer = answerTo(input, own);
  const { outcome } = selection.top.rule;
  if (answer === undefined || outcome === 'noop') return { selection };
  const wanted = outcomeOf[answer.action];
  const objection = objectionTo(input.policy, own, selection, wanted);
  if (objection === undefined) return answeredBy(input.policy, selection, answer);
  const isSame = wanted === outcome || (wanted === 'reject' && outcome === 'expired');
  if (isSame) return { selection };
  const who = `The answer of ${displayText(answer.by, 80)} (${answer.action}, ${answer.at})`;
  return { selection, notApplied: `${who} could not count: ${objection}` };
}

function answerTo(
  { answers, context, policy }: DecideInput,
  { intent, drift }: Case,
): GivenAnswer | undefined {
  const covers = ({ drifts }: GivenAnswer): boolean => drifts?.includes(drift.id) === true;
  const isOfIntent = (one: GivenAnswer): boolean => one.intent === intent.id;
  const answer =
    // A dismissal is about the drift, whoever caused it.
    answers?.find((one) => one.action === 'dismiss' && covers(one)) ??
    answers?.find((one) => isOfIntent(one) && covers(one)) ??
    answers?.find((one) => isOfIntent(one) && one.drifts === undefined);
  return answer === undefined || isOver(endOf(policy, answer), context) ? undefined : answer;
}

/** When an answer stops counting. After that the policy decides again. */
function endOf({ delegationDays }: Policy, { action, at, until }: GivenAnswer): string | undefined {
  return action === 'delegate' ? endOfDay(daysAfter(at, delegationDays)) : until;
}

function objectionTo(
  policy: Policy,
  { facts, drift }: Case,
  { top }: Selection,
  wanted: Outcome,
): string | undefined {
  const { rule, outcome } = top.rule;
  const unadopted = drift.creation?.unadopted;
  if (unadopted !== undefined && (wanted === 'accept' || wanted === 'delegate')) {
    return `it is not written into the code. ${unadopted.because}`;
  }
  if (wanted === 'accept' && !facts['change.known']) {
    return 'the value is not known, so it has to be written by hand.';
  }
  // A person may still refuse what a hard tier grants, such as an approved change.
  const isOpen = outcome === 'escalate' || grants.has(outcome);
  if (isOpen || top.rank.tier >= hardTiers(policy)) return undefined;
  return `rule ${rule} of tier ${policy.tiers[top.rank.tier] ?? 'none'} says ${outcome}, and only the policy can change that.`;
}

/** Above every rule that an answer may override: policies use priorities up to 100. */
const priority = 101;

function answeredBy(policy: Policy, selection: Selection, answer: GivenAnswer): AfterAnswer {
  const { top, others, isFallback } = selection;
  const tier = Math.min(hardTiers(policy), top.rank.tier);
  const rule = ruleOf(policy, answer, policy.tiers[tier] ?? '');
  const rank = { ...top.rank, tier, priority, specificity: 0, time: answer.at, id: answerRule };
  return {
    selection: {
      ...selection,
      top: { rule, rank },
      others: isFallback ? [] : [top, ...others],
      isFallback: false,
    },
    answered: { answer, instead: top },
  };
}

function ruleOf(policy: Policy, answer: GivenAnswer, tier: string): RuleMatch {
  const { action, by, at } = answer;
  const expires = endOf(policy, answer);
  return {
    rule: answerRule,
    tier,
    priority,
    specificity: 0,
    outcome: outcomeOf[action],
    because: answerReason(answer),
    obligations: {
      ...(expires === undefined ? {} : { expires: { at: expires } }),
      ...(action === 'delegate' ? { bounded: true } : {}),
    },
    seen: [
      { name: 'answer.action', value: action },
      { name: 'answer.by', value: by },
      { name: 'answer.at', value: at },
    ],
  };
}

const meanings: Readonly<Record<GivenAnswer['action'], string>> = {
  accept: 'the code should match the live value',
  revert: 'the cloud should match the code',
  delegate: 'the field is left to who changed it, within {bounds} until {until}',
  hold: 'nothing should be done about it until {until}',
  wrong: 'the change was not understood',
  dismiss: 'it needs no action as long as it does not change',
};

/**
 * Braces are removed from what people wrote, since the rule's sentence would take them for
 * placeholders.
 */
function answerReason({ action, by, at, note }: GivenAnswer): string {
  const quotedNote = note === undefined ? '' : ` ("${plain(note, 160)}")`;
  return `${plain(by, 80)} answered ${action} at ${at}${quotedNote}: ${meanings[action]}.`;
}

function plain(text: string, max: number): string {
  return displayText(text, max).replaceAll(/[{}]/g, "'");
}
