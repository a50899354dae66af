import { answerRule, type Decision } from '../../model/decision.ts';
import { commandItems } from './command-items.ts';
import { markdownCode } from './markdown.ts';
import type { Subject } from './subject.ts';

/** How to disagree: close the proposal, write a comment, or change a line of the policy. */
export function replySection(subject: Subject): readonly string[] {
  return [
    '',
    '### If you disagree',
    '',
    ...(subject.forge === 'local' ? withoutComments(subject) : withComments(subject)),
    '',
    `To change the verdict next time, edit ${rulesText(subject.decisions)}.`,
  ];
}

function withComments({ kind, decisions }: Subject): readonly string[] {
  const isDelegation = decisions.some(({ verdict }) => verdict.outcome === 'delegate');
  const kinds =
    kind === 'revert'
      ? (['why', 'delegate', 'hold', 'wrong', 'dismiss', 'recheck'] as const)
      : isDelegation
        ? (['why', 'revert', 'hold', 'wrong', 'dismiss', 'recheck'] as const)
        : (['why', 'revert', 'delegate', 'hold', 'wrong', 'dismiss', 'recheck'] as const);
  return [
    'Close this: it stays closed as long as these fields keep their current values, and the drift stays open. Or comment with one of these commands on a line of its own (needs write access):',
    '',
    ...commandItems(kinds),
  ];
}

/** For a local repository, where a branch has no comments. */
function withoutComments({ kind, intent }: Subject): readonly string[] {
  const path = markdownCode(`POST /api/v1/intents/${intent.id}/answers`);
  const others = kind === 'revert' ? 'accept' : 'revert';
  return [
    `Delete the branch: the proposal stays closed as long as these fields keep their current values, and the drift stays open. For another outcome, answer in Slack or with ${path}: ${others}, delegate, hold, wrong or dismiss.`,
  ];
}

/**
 * The rules to change. Where a person's answer decided, this is the rule that would have decided
 * without it.
 */
function rulesText(decisions: readonly Decision[]): string {
  const rules = decisions.map(({ verdict, grounds }) => {
    const matched = grounds?.rules ?? [];
    const own =
      verdict.rule === answerRule ? matched[1] : matched.find(({ rule }) => rule === verdict.rule);
    const name = `the rule ${markdownCode(own?.rule ?? verdict.rule)}`;
    return own?.place === undefined ? name : `${name} at ${markdownCode(own.place)}`;
  });
  const named = [...new Set(rules)].sort().slice(0, 5);
  return `${named.join(' or ')} in the policy`;
}
