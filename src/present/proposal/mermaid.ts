import { displayText } from '../../model/text.ts';

/*
 * Labels of a diagram contain text that others wrote. Mermaid expects them in double quotes, reads
 * Markdown in them, and decodes `#NUMBER;` into the character with that number. Everything except
 * words and punctuation is written in that form.
 * https://mermaid.js.org/syntax/flowchart.html#special-characters-that-break-syntax
 */

const special = /[^\w .,:/=+()-]|:(?=\/|fa)/gu;
/** Text that Markdown would read as the beginning of a list or a rule. */
const listMark = /^(\d+)([.)])|^([-+=])/;

/** A quoted label. Nothing in the lines can end the label, or has a meaning for Mermaid. */
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

/** A flow chart that forges draw: a fence with the language `mermaid`. */
export function mermaidChart(lines: readonly string[]): readonly string[] {
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'];
}
