import type { Outcome } from '../../../model/decision.ts';
import type { Intent } from '../../../model/intent.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { applyAnswer } from '../answer/answered.ts';
import { contentionText } from '../conflict/field-contention.ts';
import { type Selection, select } from '../order/select.ts';
import type { Requirement, RuleMatch } from '../rules/types.ts';
import { hasCome } from '../time/clock.ts';
import { isOver } from '../time/term.ts';
import { deferralEnds } from '../time/windows.ts';
import type { DecideInput } from '../types.ts';
import type { Case } from './case.ts';
import { type CaseJudgment, isGranted, notYetRule, type Overruling } from './draft.ts';
import { lapsedIn } from './lapse.ts';

interface Objection {
  readonly outcome: Outcome;
  readonly overruled: Overruling;
}

/** Applies the rules, then the objections that no rule can override. */
export function judgeCase(input: DecideInput, own: Case): CaseJudgment {
  const endOf = lapsedIn(input, own);
  const afterAnswer = applyAnswer(input, own, select(input.policy, own.intent, own.facts, endOf));
  const { selection, answered } = afterAnswer;
  const { outcome } = selection.top.rule;
  const objection =
    notYet(input, own) ??
    unknownRule(selection) ??
    tooLong(input, own, afterAnswer, endOf) ??
    credential(own, afterAnswer) ??
    unadopted(own, selection) ??
    unmet(own, selection) ??
    // An answered case needs neither check: a person has looked at it.
    (answered === undefined ? (contention(own, outcome) ?? guess(own, selection)) : undefined);
  return { case: own, ...afterAnswer, outcome, ...objection };
}

/** A declared intent has no effect before its period begins. */
function notYet({ context }: DecideInput, { intent, facts }: Case): Objection | undefined {
  const { declared, window } = intent;
  if (declared !== true || facts['intent.expired']) return undefined;
  if (hasCome(window.from, context)) return undefined;
  const because = `It is wanted from ${window.from} onwards.`;
  const overruled: Overruling = {
    rule: notYetRule,
    because,
    conflict: 'temporal',
    expires: window.from,
  };
  return { outcome: 'defer', overruled };
}

/** A rule that failed to evaluate might have had any result, so the decision fails closed. */
function unknownRule({ failed }: Selection): Objection | undefined {
  if (failed === undefined) return undefined;
  const because = `Rule ${failed.rule} could not be evaluated (${displayText(failed.why, 160)}), and it might have decided.`;
  return { outcome: 'escalate', overruled: { rule: failed.rule, because } };
}

/**
 * Nothing is deferred forever. The limit of a hold that a person asked for counts from the answer.
 */
function tooLong(
  { policy, context }: DecideInput,
  { intent }: Case,
  { selection, answered }: Pick<CaseJudgment, 'selection' | 'answered'>,
  endOf: (rule: RuleMatch) => string | undefined,
): Objection | undefined {
  const { rule } = selection.top;
  if (rule.outcome !== 'defer') return undefined;
  const longest = deferralEnds(policy, intent, answered?.answer.at);
  // A lapsed rule is not selected, but a lapsed fallback is, since no rule comes after it.
  const end = isOver(longest, context) ? longest : endOf(rule);
  if (end === undefined) return undefined;
  const because = `It was deferred until ${end}, the longest that the policy allows.`;
  return {
    outcome: 'escalate',
    overruled: { rule: 'deferral-over', because, conflict: 'temporal' },
  };
}

/** A value that no run may write becomes a question, even if a rule or a person would accept it. */
function unadopted({ drift }: Case, { top }: Selection): Objection | undefined {
  const why = drift.creation?.unadopted;
  if (why === undefined || !isGranted(top.rule)) return undefined;
  return { outcome: 'escalate', overruled: why };
}

/**
 * An exposed credential is always a question, whatever the rules say: it must not be written into
 * code, and a person has to consider rotating it. A person may give any answer except to write it.
 */
function credential(
  { drift }: Case,
  { selection, answered }: Pick<CaseJudgment, 'selection' | 'answered'>,
): Objection | undefined {
  const kind = drift.credential;
  const { outcome } = selection.top.rule;
  if (kind === undefined || outcome === 'noop') return undefined;
  if (answered !== undefined && outcome !== 'accept' && outcome !== 'compromise') return undefined;
  const place =
    drift.path.length === 0 ? 'The new resource' : displayText(formatPath(drift.path), 120);
  const because = `${place} holds ${kind}: renew it, keep it in a secret store, and refer to it.`;
  return { outcome: 'escalate', overruled: { rule: 'credential', because } };
}

/** A verdict whose requirements are not met becomes a question. */
function unmet({ intent }: Case, { top }: Selection): Objection | undefined {
  const missing = top.rule.obligations.requires?.filter((one) => !has(intent, one)) ?? [];
  if (!isGranted(top.rule) || missing.length === 0) return undefined;
  const because = `Rule ${top.rule.rule} asks for a ${missing.join(' and a ')}.`;
  return { outcome: 'escalate', overruled: { rule: top.rule.rule, because } };
}

function has(intent: Intent, requirement: Requirement): boolean {
  switch (requirement) {
    case 'ticket':
      return intent.ticket !== undefined;
    case 'declaration':
      return intent.declared === true || intent.announced !== undefined;
  }
}

/**
 * The winner of a contention between automations keeps changing, so none of its values goes into
 * the code.
 */
function contention({ contention }: Case, outcome: Outcome): Objection | undefined {
  if (contention === undefined || (outcome !== 'accept' && outcome !== 'compromise'))
    return undefined;
  const because = `${contentionText(contention)} keep undoing each other; decide who owns it.`;
  return {
    outcome: 'escalate',
    overruled: { rule: 'contention', because, conflict: 'contention' },
  };
}

/**
 * A value derived by rule from names is a guess until a read-back confirms it. Only a rule that
 * asks for the coverage may take it as true.
 */
function guess({ facts }: Case, { top }: Selection): Objection | undefined {
  if (facts['change.coverage'] === 'mapped' || facts['change.confirmed']) return undefined;
  if (!isGranted(top.rule) || top.rule.seen.some(({ name }) => name === 'change.coverage')) {
    return undefined;
  }
  const because =
    'The value is derived by rule and not confirmed: run with --verify plan, or review it.';
  return { outcome: 'escalate', overruled: { rule: 'derived-value', because } };
}
