import { characterCode } from './characters.ts';

/**
 * Where parsing continues in a body that failed at `start`: at the end of that line, or at the
 * closing brace of the enclosing block, whichever comes first outside of braces that the broken
 * text opens itself.
 */
export function endOfBroken(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === characterCode.newline && depth === 0) return at;
    if (unit === characterCode.closeBrace) {
      if (depth === 0) return at === start ? at + 1 : at;
      depth--;
    } else if (unit === characterCode.openBrace) depth++;
    at = endOfOpaque(text, at, unit);
  }
  return text.length;
}

/**
 * End of the comment or string at `at`, whose braces do not count; otherwise the offset of the next
 * character.
 */
function endOfOpaque(text: string, at: number, unit: number): number {
  const next = text.charCodeAt(at + 1);
  if (unit === characterCode.hash || (unit === characterCode.slash && next === characterCode.slash))
    return lineEnd(text, at);
  if (unit === characterCode.slash && next === characterCode.star) {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  return unit === characterCode.quote ? endOfString(text, at) : at + 1;
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

/**
 * The offset just past the closing quote, or just past the opening one if the line has no other.
 */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === characterCode.quote) return at + 1;
    if (unit === characterCode.newline) break;
    if (unit === characterCode.backslash) at++;
  }
  return quote + 1;
}
