import type { CommitMessage } from '../../ports/forge/proposal.ts';
import { checkpointTrailer, receiptTrailer } from './receipts.ts';

/**
 * What forges and trackers treat as a reference in plain text: people, issues, requests, tickets,
 * addresses, commands. A name from a log must not notify anybody or close anything.
 */
const references: readonly RegExp[] = [
  /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}_])/gu,
  /#(?=[\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[!$&%~^](?=[\p{L}\p{N}])|(?<=[\w/])[!$&~](?=\d)/gu,
  /(?<=\bGH)-(?=\d)/gi,
  // A ticket alone is only linked, but after such a word forges and trackers close it.
  /(?<=\b(?:[Cc]los|CLOS|[Ff]ix|FIX|[Rr]esolv|RESOLV|[Ii]mplement|IMPLEMENT)[A-Za-z]{0,5}\b[^\n]{0,400}\b[A-Z][A-Z0-9]{1,9})-(?=\d)/g,
  /(?<=\b(?:https?|ftp|ssh|git|mailto)):(?=\S)/gi,
  /(?<=\bwww)\.(?=\S)/gi,
  /(?<=^|\n)\/(?=\w)/g,
  /<(?=[!/a-z])/gi,
];

/** Plain text without references: one character of each is replaced by its code. */
function quietText(text: string): string {
  const number = (found: string): string => `\\u{${found.charCodeAt(0).toString(16)}}`;
  return references.reduce((quiet, form) => quiet.replace(form, number), text);
}

/** Ids that tools read back and that no caller can choose. */
const ownTrailers: ReadonlySet<string> = new Set(['Intent-Id', 'Declared']);
const plainTicket = /^[A-Z][A-Z0-9]{0,9}-\d{1,10}$/;
/** Ids that clouds give to events. */
const plainIds = /^[\w.:, -]*$/;

const plainBase64 = /^[A-Za-z0-9+/]+=*$/;

export function quietMessage({ subject, body, trailers }: CommitMessage): CommitMessage {
  return {
    subject: quietText(subject),
    body: quietText(body),
    trailers: trailers.map(([name, value]) => {
      const isOwn =
        ownTrailers.has(name) ||
        (name === 'Ticket' && plainTicket.test(value)) ||
        (name === 'Evidence' && plainIds.test(value)) ||
        (name === receiptTrailer && plainIds.test(value)) ||
        (name === checkpointTrailer && plainBase64.test(value));
      return [name, isOwn ? value : quietText(value)] as const;
    }),
  };
}
