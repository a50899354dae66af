import { userId } from '../../../config/service/slack-terms.ts';
import { scrubText } from '../../../model/scrub.ts';
import { displayText, untilWord } from '../../../model/text.ts';
import { secondText, spanText } from '../../../model/time-text.ts';

declare const marked: unique symbol;

/**
 * Text in Slack's `mrkdwn` that is safe to send. Only this file makes it, so that external text
 * cannot get into a message by mistake.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
export type Markup = string & { readonly [marked]: true };

/** Longest part of an external text that is read, in characters. */
const maxRead = 4000;

/** Characters that format, with look-alikes that do not: Slack has no escape for them. */
const lookAlikes: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
  ':': '\u2236',
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Parley's own words with safe parts in between: `markup\`*Who* ${prose(name)}\``. */
export function markup(
  texts: TemplateStringsArray,
  ...parts: readonly (Markup | number)[]
): Markup {
  return texts.map((text, index) => `${text}${parts[index] ?? ''}`).join('') as Markup;
}

/** Parts with a text between them. */
export function joinedMarkup(parts: readonly Markup[], between: string): Markup {
  return parts.join(escaped(between)) as Markup;
}

/**
 * An external text as part of a sentence, at most `max` characters as sent: nothing in it formats,
 * links, mentions anybody, or shows an emoji.
 */
export function slackProse(text: string, max = 300): Markup {
  const shown = plain(text, max)
    .replace(/[*~`]/g, lookAlike)
    // Within a word it does not format, as in `web_capacity`.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, lookAlike)
    // `:white_check_mark:` could pass for a verdict. Colons of a time stay.
    .replace(/:(?!\d\d:)(?=[\p{L}\p{M}\p{N}_+-]+:)/gu, lookAlike);
  return within(shown, max) as Markup;
}

/** A sentence in which text between backticks is code; the rest is treated as by `slackProse`. */
export function slackSentence(text: string, max = 300): Markup {
  // Scrubbed before it is split, because a credential may be partly in code.
  const parts = scrubText(text.slice(0, maxRead)).split(/`([^`\n]{1,200})`/);
  let room = max;
  const shown = parts.map((part, index) => {
    if (part === '' || room < 8) return '';
    const isCode = index % 2 === 1;
    const [before = ''] = isCode ? [''] : (/^\s/.exec(part) ?? ['']);
    const [after = ''] = isCode ? [''] : (/\s$/.exec(part) ?? ['']);
    // Leaves room for the blanks around it.
    const safe = isCode ? slackCode(part, room - 2) : slackProse(part.trim(), room - 2);
    room -= safe.length + 2;
    return `${before && ' '}${safe}${after && ' '}`;
  });
  return shown.join('').trim() as Markup;
}

/** `2026-03-14 02:22:30 UTC`; a text of another form is shown unchanged. */
export function slackTime(time: string): Markup {
  return secondText(time, shortProse) as Markup;
}

/** `2026-03-14 02:11:00 to 02:22:30 UTC`. */
export function slackSpan(span: { readonly from: string; readonly to: string }): Markup {
  return spanText(span, 'second', shortProse) as Markup;
}

function shortProse(text: string): Markup {
  return slackProse(text, 40);
}

/** An external name as code: an address, an id, a path. At most `max` characters as sent. */
export function slackCode(text: string, max = 200): Markup {
  const shown = plain(text, max).replaceAll('`', lookAlike);
  return (shown === '' ? '' : `\`${within(shown, max - 2)}\``) as Markup;
}

/** The text for places where Slack reads no markup at all. */
export function plain(text: string, max: number): string {
  return displayText(scrubText(text.slice(0, maxRead)), max);
}

const longestLink = 1000;

/** A link with a label; undefined for anything but an https address without credentials. */
export function link(address: string, label: string): Markup | undefined {
  const url = safeUrl(address);
  return url === undefined
    ? undefined
    : (`<${escaped(url.replaceAll('|', '%7C'))}|${slackProse(label, 100) || 'link'}>` as Markup);
}

/** An https address in the form of the URL standard; undefined for anything else. */
export function safeUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && href.length <= longestLink ? href : undefined;
}

/** Mentions a person of the workspace; shown as code if it is not an id of Slack. */
export function mention(user: string): Markup {
  return userId.safeParse(user).success ? (`<@${user}>` as Markup) : slackCode(user, 60);
}

function lookAlike(character: string): string {
  return lookAlikes[character] ?? character;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Escaped, and cut between characters if it is too long. */
function within(text: string, max: number): string {
  const all = escaped(text);
  if (all.length <= max) return all;
  let kept = '';
  let room = max - 1;
  for (const character of text) {
    room -= escaped(character).length;
    if (room < 0) break;
    kept += character;
  }
  return `${escaped(untilWord(kept, text.slice(kept.length)))}…`;
}
