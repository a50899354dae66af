import {
  blockLimits,
  type SlackBlock,
  type SlackMessage,
} from '../../../../src/adapters/notify/slack/blocks/kit.ts';

/** All texts in which Slack interprets markup. */
export function markupOf({ text, blocks }: SlackMessage): readonly string[] {
  return [text, ...blocks.flatMap(textsOf)];
}

function textsOf(block: SlackBlock): readonly string[] {
  switch (block.type) {
    case 'section':
      return [block.text.text];
    case 'context':
      return block.elements.map(({ text }) => text);
    default:
      return [];
  }
}

const ours = /^<(?:https:\/\/[^<>|\s]+\|[^<>]*|@[UW][A-Z0-9]+)>$/;

/**
 * Control sequences that Parley did not write, and everything else that only Parley's own text may
 * contain: quotes, unknown entities, emoji.
 */
export function outsideControls(message: SlackMessage): readonly string[] {
  return markupOf(message).flatMap((text) => {
    const sequences = (text.match(/<[^>]*>?/g) ?? []).filter((each) => !ours.test(each));
    const rest = text.replace(/<[^>]*>/g, '');
    // Slack interprets nothing within code.
    const prose = rest.replace(/`[^`\n]*`/g, ' ');
    return [
      ...sequences,
      ...(rest.match(/>|&(?!(?:amp|lt|gt);)/g) ?? []),
      ...(prose.match(/`|:(?!\d\d:)[\p{L}\p{M}\p{N}_+-]+:/gu) ?? []),
      ...(text.match(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu) ?? []),
    ];
  });
}

/** Everything in a message that Slack would refuse for its length or number. */
export function tooLong({ text, blocks }: SlackMessage): readonly string[] {
  const wrong: string[] = [];
  const check = (what: string, value: string, max: number) => {
    if (value.length > max || value.length === 0) wrong.push(`${what}: ${value.length} of ${max}`);
  };
  check('text', text, blockLimits.fallback);
  if (blocks.length > 50) wrong.push(`blocks: ${blocks.length}`);
  for (const block of blocks) {
    if (block.type === 'header') check('header', block.text.text, 150);
    if (block.type === 'section') check('section', block.text.text, 3000);
    if (block.type === 'context') {
      if (block.elements.length > 10) wrong.push(`context: ${block.elements.length}`);
      for (const element of block.elements) check('context', element.text, 3000);
    }
    if (block.type !== 'actions') continue;
    check('block_id', block.block_id, 255);
    if (block.elements.length > 25) wrong.push(`actions: ${block.elements.length}`);
    for (const { text: label, action_id, value, url, confirm } of block.elements) {
      check('button', label.text, 75);
      check('action_id', action_id, 255);
      if (value !== undefined) check('value', value, 2000);
      if (url !== undefined) check('url', url, 3000);
      if (confirm === undefined) continue;
      check('confirm title', confirm.title.text, 100);
      check('confirm text', confirm.text.text, 300);
      check('confirm', confirm.confirm.text, 30);
      check('deny', confirm.deny.text, 30);
    }
  }
  return wrong;
}
