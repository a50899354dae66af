import { describe, expect, it } from 'vitest';
import {
  blockLimits,
  fitLines,
  header,
  message,
  type SlackBlock,
  section,
  slackPlainText,
} from '../../../../src/adapters/notify/slack/blocks/kit.ts';
import { markup, slackProse } from '../../../../src/adapters/notify/slack/markup.ts';

const buttons: SlackBlock = { type: 'actions', block_id: 'x', elements: [] };

describe('what does not fit into a message', () => {
  it('is dropped by whole lines, which are counted', () => {
    const lines = Array.from({ length: 100 }, (_, index) => markup`line ${index}`);

    expect(fitLines(lines, 100)).toBe(
      'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nand 92 more lines',
    );
    expect(fitLines(lines.slice(0, 3), 100)).toBe('line 0\nline 1\nline 2');
    expect(section([])).toEqual([]);
  });

  it('is dropped from a section', () => {
    const [block] = section(Array.from({ length: 100 }, () => slackProse('x'.repeat(99))));
    const text = block?.type === 'section' ? block.text.text : '';

    expect(text.length).toBeLessThanOrEqual(blockLimits.text);
    expect(text).toMatch(/x\nand 71 more lines$/);
  });

  it('is dropped by whole blocks, but not the buttons', () => {
    const many = Array.from({ length: 60 }, () => header('x'));
    const { blocks } = message(markup`x`, [...many, buttons]);

    expect(blocks).toHaveLength(50);
    expect(blocks.at(-1)).toBe(buttons);
    expect(JSON.stringify(blocks.at(-2))).toContain('and 12 more parts');
  });

  it('is dropped if the whole would be too long', () => {
    const long = Array.from({ length: 8 }, () =>
      section([slackProse('x'.repeat(2500), 2500)]),
    ).flat();
    const { blocks } = message(markup`x`, [...long, buttons]);

    expect(blocks).toHaveLength(6);
    expect(JSON.stringify(blocks.at(-2))).toContain('and 4 more parts');
  });

  it('does not affect a message that fits', () => {
    const blocks = [...Array.from({ length: 49 }, () => header('x')), buttons];

    expect(message(markup`x`, blocks).blocks).toEqual(blocks);
  });

  it.each([
    ['', '-'],
    ['x'.repeat(10), 'x'.repeat(10)],
    ['x'.repeat(11), `${'x'.repeat(9)}…`],
    ['😀'.repeat(10), `${'😀'.repeat(4)}…`],
  ])('is cut from a plain text: %j', (text, shown) => {
    expect(slackPlainText(text, 10).text).toBe(shown);
  });
});
