import { trimEnd, trimStart } from './spaces.ts';
import type { TemplateToken } from './template-tree.ts';

/** Applies the trim markers (`${~ x ~}`) to the literals next to them. */
export function trimAround(tokens: readonly TemplateToken[]): readonly TemplateToken[] {
  return tokens.map((token, index) => {
    if (token.kind !== 'literal') return token;
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    let { text } = token;
    if (before !== undefined && before.kind !== 'literal' && before.trimRight) {
      text = trimStart(text);
    }
    if (after !== undefined && after.kind !== 'literal' && after.trimLeft) {
      text = trimEnd(text);
    }
    return text === token.text ? token : { kind: 'literal', text };
  });
}

/**
 * For `<<-`: removes the smallest indentation of all lines from each line. Each literal token is
 * one line.
 */
export function flushLines(tokens: readonly TemplateToken[]): readonly TemplateToken[] {
  const starts = tokens.map((token, index) => {
    const before = tokens[index - 1];
    return index === 0 || (before?.kind === 'literal' && before.text.endsWith('\n'))
      ? indentOf(token)
      : undefined;
  });
  const known = starts.filter((spaces) => spaces !== undefined);
  const smallest = Math.min(...known);
  if (!Number.isFinite(smallest) || smallest === 0) return tokens;
  return tokens.map((token, index) => {
    const spaces = starts[index];
    if (token.kind !== 'literal' || spaces === undefined || !Number.isFinite(spaces)) return token;
    return { kind: 'literal', text: token.text.slice(smallest) };
  });
}

/** The number of leading blanks; infinite for a blank line, so that it does not count. */
function indentOf(token: TemplateToken): number {
  if (token.kind !== 'literal') return 0;
  const spaces = token.text.length - trimStart(token.text).length;
  const blank = spaces === token.text.length && token.text.endsWith('\n');
  return blank ? Number.POSITIVE_INFINITY : spaces;
}
