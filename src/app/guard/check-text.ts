import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import { formatCount } from '../../model/words.ts';
import type { ProposalCheck } from '../../ports/forge/proposals.ts';
import { capped, markdownCode, markdownProse } from '../../present/proposal/markdown.ts';
import { guardSentence } from '../../stages/guard/sentences.ts';
import { type FoundChange, worstOutcome } from '../../stages/guard/types.ts';

const maxShown = 50;

/** The check on a pull request, for one stack. */
export function guardCheck(stack: string, found: readonly FoundChange[]): ProposalCheck {
  const isBad = worstOutcome(found.map(({ outcome }) => outcome)) === 'block';
  return {
    name: `parley/guard ${displayText(stack, 100)}`,
    state: isBad ? 'failed' : 'passed',
    title: titleOf(found),
    summary: summaryOf(stack, found),
  };
}

/** `Merging and applying this reverts what maria did on ...; accept it first with #41.` */
function titleOf(found: readonly FoundChange[]): string {
  const bad = found.filter(({ outcome }) => outcome === 'block');
  const [first, ...more] = bad;
  if (first === undefined) return mildTitle(found);
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const who = first.intent?.who ?? 'somebody';
  if (first.intent?.kind === 'delegation') {
    return `Merging and applying this overwrites a field owned by ${who}${others}.`;
  }
  if (first.intent?.kind === 'declaration') {
    return `Merging and applying this contradicts what ${who} wants${others}.`;
  }
  const { since, proposal } = first.intent ?? {};
  const when = since === undefined ? '' : ` on ${minuteText(since)}`;
  const number = /\/(\d+)$/.exec(proposal ?? '')?.[1];
  const step = number === undefined ? 'accept it first' : `accept it first with #${number}`;
  return `Merging and applying this reverts what ${who} did${when}${others}; ${step}.`;
}

function mildTitle(found: readonly FoundChange[]): string {
  if (found.length === 0) return 'Merging and applying this undoes no open drift.';
  return found.every(({ intent }) => intent?.kind === 'drift')
    ? 'Merging and applying this undoes only what the policy rejects or waives.'
    : 'Merging and applying this contradicts only what nobody reviewed or the policy waives.';
}

/**
 * The comment on the pull request. Only the number of one of our own proposals may become a link.
 */
export function guardComment({ title, summary }: ProposalCheck): string {
  const lead = markdownProse(title).replace(/`(#\d+)`(?=\.$)/, '$1');
  return `${lead}\n\n${summary}`;
}

/** The full result, in Markdown. */
function summaryOf(stack: string, found: readonly FoundChange[]): string {
  const { shown, rest } = capped(found, maxShown, 'change');
  const head =
    found.length === 0
      ? `This undoes no open drift of ${markdownCode(stack)}.`
      : headline(stack, found);
  const lines = shown.map(
    ({ outcome, address, path, because }) =>
      `- **${outcome}** ${markdownCode(address)}${path === '' ? '' : ` ${markdownCode(path)}`}: ${markdownProse(guardSentence(because), 1200)}`,
  );
  const basis =
    'This is judged from the code alone; `parley guard --plan` looks at the plan itself.';
  return [head, ...(lines.length === 0 ? [] : ['', ...lines]), ...rest, '', basis].join('\n');
}

function headline(stack: string, found: readonly FoundChange[]): string {
  const of = (kind: NonNullable<FoundChange['intent']>['kind']) =>
    found.filter(({ intent }) => intent?.kind === kind).length;
  const [drifts, fields, wishes] = [of('drift'), of('delegation'), of('declaration')];
  return [
    drifts > 0 &&
      `${formatCount(drifts, 'open drift')} of ${markdownCode(stack)} would be undone by merging and applying this.`,
    fields > 0 &&
      `${formatCount(fields, 'delegated field')} of ${markdownCode(stack)} would be taken back.`,
    wishes > 0 &&
      `${formatCount(wishes, 'declared intent')} of ${markdownCode(stack)} would not be followed.`,
  ]
    .filter((line) => line !== false)
    .join(' ');
}
