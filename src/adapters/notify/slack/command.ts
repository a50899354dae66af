import { z } from 'zod';
import {
  channelId,
  intentIdTerm,
  responseUrl,
  teamId,
  userId,
} from '../../../config/service/slack-terms.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { cutText } from '../../../model/text.ts';
import { readForm, unreadable } from './form.ts';

/** A request made with `/parley ...`. */
export type Ask =
  | { readonly kind: 'scan'; readonly stack: string; readonly since?: string }
  /** All stacks if none is named. */
  | { readonly kind: 'status'; readonly stack?: string }
  /** One intent in detail, or all in short. */
  | { readonly kind: 'explain'; readonly stack: string; readonly intent?: string }
  /** All proposals, or that of one intent. */
  | { readonly kind: 'reconcile'; readonly stack: string; readonly intent?: string }
  /**
   * `why` says in plain words what was not understood; it is missing if somebody asked for help.
   */
  | { readonly kind: 'usage'; readonly why?: string };

export interface SlackCommand {
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  readonly responseUrl: string;
  /** The word with which the command was called: `/parley`. */
  readonly command: string;
  readonly ask: Ask;
}

const CommandForm = z.object({
  team_id: teamId,
  channel_id: channelId,
  user_id: userId,
  response_url: responseUrl,
  command: z.string().regex(/^\/[\p{L}\p{N}_-]{1,50}$/u),
  text: z.string().default(''),
});

/** Longest body of a command, in characters: Slack's own limit for messages, form-encoded. */
const largestCommand = 64 * 1024;
const maxWords = 6;
/** How many characters of a word are repeated in an answer. */
const longestEcho = 40;

/** Reads the form that Slack sends for a slash command; `stacks` are the existing ones. */
export function readCommand(
  body: string,
  stacks: readonly string[],
): Result<SlackCommand, Problem> {
  const form = readForm(body, largestCommand);
  if (!form.ok) return form;
  const parsed = CommandForm.safeParse(form.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(unreadable(`The command has no usable ${issue?.path.join('.') || 'fields'}.`));
  }
  const { team_id, channel_id, user_id, response_url, command, text } = parsed.data;
  return ok({
    team: team_id,
    channel: channel_id,
    user: user_id,
    responseUrl: response_url,
    command,
    ask: readAsk(text, stacks),
  });
}

/** What the words after the command ask for. Anything but a known form is `usage`. */
function readAsk(text: string, stacks: readonly string[]): Ask {
  const words = text
    .slice(0, 1000)
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== '');
  if (words.length > maxWords) return usage('The command has too many words.');
  const [verb = 'help', ...rest] = words;
  switch (verb.toLowerCase()) {
    case 'scan':
      return scanAsk(rest, stacks);
    case 'status':
      return statusAsk(rest, stacks);
    case 'explain':
      return aboutIntent('explain', rest, stacks);
    case 'reconcile':
      return aboutIntent('reconcile', rest, stacks);
    case 'help':
      return { kind: 'usage' };
    default:
      return usage(`There is no command "${echo(verb)}".`);
  }
}

function scanAsk(words: readonly string[], stacks: readonly string[]): Ask {
  const at = words.findIndex((word) => /^(?:--)?since$/i.test(word));
  const since = at < 0 ? undefined : (words[at + 1] ?? '');
  if (since !== undefined && !/^\d{1,3}[mhd]$/.test(since)) {
    return usage('"since" takes a time such as 30m, 12h or 7d.');
  }
  const others = at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
  return onStack(others, stacks, (stack) => ({
    kind: 'scan',
    stack,
    ...(since === undefined ? {} : { since }),
  }));
}

function statusAsk(words: readonly string[], stacks: readonly string[]): Ask {
  if (words.length === 0) return { kind: 'status' };
  return onStack(words, stacks, (stack) => ({ kind: 'status', stack }));
}

/** The request about a stack, an intent, or both, in any order. */
function aboutIntent(
  kind: 'explain' | 'reconcile',
  words: readonly string[],
  stacks: readonly string[],
): Ask {
  const intent = words.find(isIntent);
  const others = words.filter((word) => word !== intent);
  if (others.some((word) => /^i-/i.test(word) && !stacks.includes(word))) {
    return usage('The id of an intent looks like this: i-0123456789ab.');
  }
  const named = intent === undefined ? {} : { intent };
  return onStack(others, stacks, (stack) => ({ kind, stack, ...named }));
}

/** The request about the stack that is named, or about the only one there is. */
function onStack(
  words: readonly string[],
  stacks: readonly string[],
  ask: (stack: string) => Ask,
): Ask {
  const [word, surplus] = words;
  if (surplus !== undefined) return usage(`"${echo(surplus)}" is not an argument of this command.`);
  const [first, ...others] = stacks;
  if (word === undefined) {
    if (first === undefined) return usage('No stack is set up.');
    return others.length === 0 ? ask(first) : usage('Which stack do you mean?');
  }
  return stacks.includes(word) ? ask(word) : usage(`There is no stack "${echo(word)}".`);
}

function isIntent(word: string): boolean {
  return intentIdTerm.safeParse(word).success;
}

/**
 * A word without what Slack and people put around it: quotes, code marks, and the link that Slack
 * makes of anything that looks like a host (`<http://prod.web|prod.web>`).
 */
function bare(word: string): string {
  const label = /^<[^<>|]*\|([^<>|]*)>$/.exec(word)?.[1] ?? word;
  return label.replace(/^["'`*“”‘’]+|["'`*“”‘’]+$/gu, '');
}

function echo(word: string): string {
  return cutText(word, longestEcho + 1);
}

function usage(why: string): Ask {
  return { kind: 'usage', why };
}
