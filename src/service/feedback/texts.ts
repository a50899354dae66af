import type { Problem } from '../../model/result.ts';
import { commandItems } from '../plan/describe/command-items.ts';
import { prose } from '../plan/describe/markdown.ts';

const all = ['why', 'revert', 'delegate', 'hold', 'wrong', 'recheck'] as const;

/** Why a command was not done. What somebody typed comes back as code. */
export function refusalText({ message, hint }: Problem): string {
  const said = prose(message, 300);
  return hint === undefined
    ? said
    : `${said} ${hint.includes('`') ? hintText(hint) : prose(hint, 300)}`;
}

/** Hints name commands in code already; what is between is ours. */
function hintText(hint: string): string {
  return hint
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : prose(part)))
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(/ (?=[?.,])/g, '');
}

/** One reply to a comment, however many commands were in it. */
export function replyText(replies: readonly string[], withList: boolean): string {
  const list = withList ? ['', 'Commands:', '', ...commandItems(all)] : [];
  return [
    ...replies.flatMap((reply, index) => (index === 0 ? [reply] : ['', reply])),
    ...list,
  ].join('\n');
}
