import { code } from './characters.ts';

/**
 * Where a body that failed at `start` can be read on: the end of that line, or the closing brace
 * of the enclosing block, whichever comes first outside of braces that the stretch opens itself.
 */
export function endOfBroken(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === code.newline && depth === 0) return at;
    if (unit === code.closeBrace) {
      if (depth === 0) return at === start ? at + 1 : at;
      depth--;
    } else if (unit === code.openBrace) depth++;
    at = endOfOpaque(text, at, unit);
  }
  return text.length;
}

/** End of the comment or string at `at`, whose braces do not count; else the next character. */
function endOfOpaque(text: string, at: number, unit: number): number {
  const next = text.charCodeAt(at + 1);
  if (unit === code.hash || (unit === code.slash && next === code.slash)) return lineEnd(text, at);
  if (unit === code.slash && next === code.star) {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  return unit === code.quote ? endOfString(text, at) : at + 1;
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

/** Behind the closing quote; behind the opening one where the line has no other. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === code.quote) return at + 1;
    if (unit === code.newline) break;
    if (unit === code.backslash) at++;
  }
  return quote + 1;
}
