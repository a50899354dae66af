import { displayText } from '../../model/text.ts';

/*
 * A label of a diagram is text that somebody else wrote. Mermaid takes it between double quotes, reads
 * Markdown in it, and decodes `#NUMBER;` into the character of that number: whatever is more than a word
 * or a mark of a sentence is written so. https://mermaid.js.org/syntax/flowchart.html#special-characters-that-break-syntax
 */

const special = /[^\w .,:/=+()-]|:(?=\/|fa)/gu;
/** What Markdown takes for the beginning of a list or a rule. */
const listMark = /^(\d+)([.)])|^([-+=])/;

/** A label of one line, in quotes; nothing in it ends the label, or means anything to Mermaid. */
export function mermaidLabel(...lines: readonly string[]): string {
  return `"${lines.map(labelLine).join('<br>')}"`;
}

function labelLine(text: string): string {
  const shown = displayText(text, 110) || '(empty)';
  const line = shown.replaceAll(special, characterCode);
  return line.replace(listMark, (_, number: string | undefined, end: string, mark: string) =>
    number === undefined ? characterCode(mark) : `${number}${characterCode(end)}`,
  );
}

function characterCode(character: string): string {
  return `#${character.codePointAt(0)};`;
}

/** A flow chart, as forges draw it: a fence of the language `mermaid`. */
export function mermaidChart(lines: readonly string[]): readonly string[] {
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'];
}
