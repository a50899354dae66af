import type { Problem } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { commandItems } from '../../present/proposal/command-items.ts';
import { markdownCode, markdownProse } from '../../present/proposal/markdown.ts';

const all = ['why', 'revert', 'delegate', 'hold', 'wrong', 'dismiss', 'reopen', 'recheck'] as const;

/**
 * Why a command was not carried out. Text that a person typed is quoted as code; hints are our own
 * text.
 */
export function refusalText({ message, hint }: Problem): string {
  const posted = markdownProse(message, 300);
  return hint === undefined ? posted : `${posted} ${hint}`;
}

/** The result of one command. */
export interface CommentReplyText {
  /** The command as it was typed, from `/parley` on. */
  readonly command: string;
  /** Markdown. */
  readonly text: string;
}

/** One reply to a comment, however many commands it has, since not all forges have threads. */
export function replyText(
  user: string,
  replies: readonly CommentReplyText[],
  withList: boolean,
): string {
  const list = withList ? ['', 'Commands:', '', ...commandItems(all)] : [];
  const posted = replies.flatMap(({ command, text }) => [
    '',
    `${markdownCode(user, 100)} wrote ${markdownCode(scrubText(command), 100)}:`,
    '',
    text,
  ]);
  return [...posted.slice(1), ...list].join('\n');
}
