import { untilWord } from '../../../../model/text.ts';
import { joinedMarkup, type Markup, markup, plain, safeUrl } from '../markup.ts';

/** Slack's limits (https://docs.slack.dev/reference/block-kit/blocks), in UTF-16 units. */
export const blockLimits = {
  blocks: 50,
  /**
   * Of all blocks of a message as JSON. Parley's own limit, since Slack refuses long messages
   * without documenting a number.
   */
  total: 12_000,
  text: 3000,
  header: 150,
  button: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  actions: 25,
  context: 10,
  blockId: 255,
  /** Of the line that notifications show. Parley's own limit, shorter than Slack's. */
  fallback: 600,
} as const;

/** `verbatim`: Slack does not turn anything in the text into links or mentions. */
export interface MrkdwnText {
  readonly type: 'mrkdwn';
  readonly text: Markup;
  readonly verbatim: true;
}

export interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

export interface Button {
  readonly type: 'button';
  readonly text: PlainText;
  readonly action_id: string;
  readonly value?: string;
  readonly url?: string;
  readonly style?: 'primary' | 'danger';
  readonly confirm?: {
    readonly title: PlainText;
    readonly text: PlainText;
    readonly confirm: PlainText;
    readonly deny: PlainText;
  };
}

export type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: MrkdwnText }
  | { readonly type: 'context'; readonly elements: readonly MrkdwnText[] }
  | { readonly type: 'actions'; readonly block_id: string; readonly elements: readonly Button[] }
  | { readonly type: 'divider' };

/** A message: the blocks, and the line that notifications show instead of them. */
export interface SlackMessage {
  readonly text: Markup;
  readonly blocks: readonly SlackBlock[];
}

export function header(text: string): SlackBlock {
  return { type: 'header', text: slackPlainText(text, blockLimits.header) };
}

/**
 * Lines one below the other; those that do not fit are counted. Without lines there is no block.
 */
export function section(lines: readonly Markup[]): readonly SlackBlock[] {
  const text = fitLines(lines, blockLimits.text);
  return text === '' ? [] : [{ type: 'section', text: mrkdwn(text) }];
}

/** A line in small print. */
export function context(line: Markup): SlackBlock {
  return { type: 'context', elements: [mrkdwn(line)] };
}

export function slackPlainText(text: string, max: number): PlainText {
  // A text must not be empty, and a character may take two units.
  const shown = plain(text, max);
  return {
    type: 'plain_text',
    text: shown === '' ? '-' : cut(shown, max),
    emoji: false,
  };
}

export function linkButton(label: string, address: string): readonly Button[] {
  const url = safeUrl(address);
  if (url === undefined) return [];
  return [
    {
      type: 'button',
      text: slackPlainText(label, blockLimits.button),
      action_id: 'parley.link',
      url,
    },
  ];
}

/**
 * Blocks that Slack accepts as one message. Excess blocks are left out from the end and counted;
 * buttons stay.
 */
export function message(text: Markup, blocks: readonly SlackBlock[]): SlackMessage {
  const buttons = blocks.filter(({ type }) => type === 'actions');
  const others = blocks.filter(({ type }) => type !== 'actions');
  const kept: SlackBlock[] = [];
  let room: number = blockLimits.total;
  for (const block of others) {
    room -= JSON.stringify(block).length;
    if (room < 0) break;
    kept.push(block);
  }
  const max = blockLimits.blocks - buttons.length;
  if (kept.length === others.length && kept.length <= max) return { text, blocks };
  const shown = kept.slice(0, max - 1);
  const left = others.length - shown.length;
  return { text, blocks: [...shown, context(markup`and ${left} more parts`), ...buttons] };
}

/** Lines up to `max` units; `and N more lines` replaces those that do not fit. */
export function fitLines(lines: readonly Markup[], max: number): Markup {
  const whole = joinedMarkup(lines, '\n');
  if (whole.length <= max) return whole;
  const kept: Markup[] = [];
  // Room for the line that counts the missing ones.
  let room = max - 40;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  return joinedMarkup([...kept, markup`and ${lines.length - kept.length} more lines`], '\n');
}

/** The first `max` items, and how many are left out. */
export function limitItems(items: readonly Markup[], max: number): readonly Markup[] {
  if (items.length <= max) return items;
  return [...items.slice(0, max), markup`and ${items.length - max} more`];
}

function mrkdwn(text: Markup): MrkdwnText {
  return { type: 'mrkdwn', text, verbatim: true };
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length >= max) break;
    kept += character;
  }
  return `${untilWord(kept, text.slice(kept.length))}…`;
}
