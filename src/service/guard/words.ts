import { type FoundChange, worstOf } from '../../guard/types.ts';
import { minute, sentence } from '../../guard/words.ts';
import { displayText } from '../../model/text.ts';
import type { ProposalCheck } from '../../pipeline/proposals.ts';
import { capped, code, count, prose } from '../plan/describe/markdown.ts';

const mostShown = 50;

/** The check of a pull request of a stack. */
export function checkOf(stack: string, found: readonly FoundChange[]): ProposalCheck {
  const isBad = worstOf(found.map(({ outcome }) => outcome)) === 'block';
  return {
    name: `parley/guard ${displayText(stack, 100)}`,
    state: isBad ? 'failed' : 'passed',
    title: titleOf(found),
    summary: summaryOf(stack, found),
  };
}

/** `Merging and applying this reverts what maria did on ...; merge https://.../41 first` */
function titleOf(found: readonly FoundChange[]): string {
  const bad = found.filter(({ outcome }) => outcome === 'block');
  const [first, ...more] = bad;
  if (first === undefined) {
    return found.length === 0
      ? 'Merging and applying this undoes nothing that is open.'
      : 'Merging and applying this undoes only what the policy rejects, or lets go.';
  }
  const { intent } = first;
  const when = intent?.since === undefined ? '' : ` on ${minute(intent.since)}`;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const number = /\/(\d+)$/.exec(intent?.proposal ?? '')?.[1];
  const step = number === undefined ? 'accept it first' : `accept it first with #${number}`;
  return `Merging and applying this reverts what ${intent?.who ?? 'somebody'} did${when}${others}; ${step}.`;
}

/** A word on the pull request. Only the number of a proposal of ours may become a link. */
export function commentOf({ title, summary }: ProposalCheck): string {
  const lead = prose(title).replace(/`(#\d+)`(?=\.$)/, '$1');
  return `${lead}\n\n${summary}`;
}

/** The same at length, in Markdown. */
export function summaryOf(stack: string, found: readonly FoundChange[]): string {
  const { shown, rest } = capped(found, mostShown, 'change');
  const head =
    found.length === 0
      ? `Nothing that is open in ${code(stack)} is undone by this.`
      : `${count(found.length, 'open drift')} of ${code(stack)} would be undone by merging and applying this.`;
  const lines = shown.map(
    ({ outcome, address, path, because }) =>
      `- **${outcome}** ${code(address)}${path === '' ? '' : ` ${code(path)}`}: ${prose(sentence(because), 1200)}`,
  );
  const basis = 'This is told from the code alone; `parley guard --plan` looks at the plan itself.';
  return [head, ...(lines.length === 0 ? [] : ['', ...lines]), ...rest, '', basis].join('\n');
}
