import { type Approvers, carriedBy } from '../../config/approvers.ts';
import type { Intent } from '../../model/intent.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { joinedWords } from '../../model/words.ts';
import type { AnswerAction } from '../../ports/store/answer.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { Person } from '../access/person.ts';
import type { AnswerRequest } from './answer.ts';
import type { AnswerTarget } from './target.ts';
import { isSelf, type KnownPeople, personBehind } from './who.ts';

/** Decides whether a person may give an answer. Every way to answer relies on this check. */
export type PermitAnswer = (
  key: StackKey,
  ask: Pick<AnswerRequest, 'action' | 'by' | 'person'>,
  target: Pick<AnswerTarget, 'intent' | 'harm'>,
) => Promise<Result<void>>;

export interface PermitDeps extends KnownPeople {
  /**
   * The approvers of a stack, each with the severity up to which they may approve. Where there are
   * none, everyone who can answer may approve.
   */
  readonly approversOf: (key: StackKey) => Promise<Approvers>;
}

/**
 * Nobody can approve their own change. Where a stack has approvers, nobody can approve more harm
 * than they are named for. Everyone who can answer may reject or hold.
 */
export function createAnswerPermit({ approversOf, ...people }: PermitDeps): PermitAnswer {
  return async (key, { action, by, person }, { intent, harm }) => {
    if (!approves(action)) return ok(undefined);
    const approvers = await approversOf(key);
    const who = personBehind(people, key.tenant, by, person);
    if (intent !== undefined && isSelf(people, key.tenant, by, who, intent.actor)) {
      const others = approvers.filter((one) => !isNamed(who, intent, one.who));
      return fail(ownChange(action, holders(others, harm?.severity ?? 1)));
    }
    if (harm === undefined || approvers.length === 0) return ok(undefined);
    const carries = carriedBy(approvers, [...who.names, ...who.groups]).up_to;
    if (carries >= harm.severity) return ok(undefined);
    return fail(tooHarmful(action, harm, carries, holders(approvers, harm.severity)));
  };
}

/** True for answers that let a change happen. Rejecting or holding approves nothing. */
function approves(action: AnswerAction): boolean {
  return action === 'accept' || action === 'delegate' || action === 'dismiss';
}

function isNamed({ names }: Person, { actor }: Intent, name: string): boolean {
  const folded = name.toLowerCase();
  return [...names, actor.name].some((one) => one.toLowerCase() === folded);
}

/** `sam@example.com (owner) or platform`; empty where there is no such approver. */
function holders(approvers: Approvers, severity: number): string {
  const names = approvers
    .filter(({ up_to }) => up_to >= severity)
    .map(({ who, role }) => displayText(role === undefined ? who : `${who} (${role})`, 120));
  const shown = names.slice(0, 5);
  if (names.length > shown.length) return `${shown.join(', ')} or another approver`;
  return joinedWords(shown, 'or');
}

function ownChange(action: AnswerAction, others: string): Problem {
  return {
    code: 'own-change',
    message: `Nobody may ${action} their own change.`,
    hint: others === '' ? 'Ask somebody else to look at it.' : `Ask ${others}.`,
  };
}

function tooHarmful(
  action: AnswerAction,
  { severity, dimension }: NonNullable<AnswerTarget['harm']>,
  carries: number,
  others: string,
): Problem {
  return {
    code: 'not-approver',
    message: `It harms ${dimension} with severity ${severity}, and you may approve up to ${carries}: you may not ${action} it.`,
    hint:
      others === ''
        ? 'None of the approvers may; revert it, or hold it.'
        : `Ask ${others}; you may revert or hold it.`,
  };
}
