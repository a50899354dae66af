import type { Problem } from '../../model/result.ts';
import { commandItems } from '../plan/describe/command-items.ts';
import { prose } from '../plan/describe/markdown.ts';

const all = ['why', 'revert', 'delegate', 'hold', 'wrong', 'recheck'] as const;

/** Why a command was not done. What somebody typed comes back as code; hints are ours. */
export function refusalText({ message, hint }: Problem): string {
  const said = prose(message, 300);
  return hint === undefined ? said : `${said} ${hint}`;
}

/** One reply to a comment, however many commands were in it. */
export function replyText(replies: readonly string[], withList: boolean): string {
  const list = withList ? ['', 'Commands:', '', ...commandItems(all)] : [];
  return [
    ...replies.flatMap((reply, index) => (index === 0 ? [reply] : ['', reply])),
    ...list,
  ].join('\n');
}
