// White space as defined by Go's unicode.IsSpace; JavaScript's \s differs for U+0085 and U+FEFF.
const space = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const leading = new RegExp(`^${space}`);
const trailing = new RegExp(`${space}$`);

/** True for a text that consists only of white space. */
export function isHclSpace(text: string): boolean {
  return trimStart(text) === '';
}

export function trimStart(text: string): string {
  return text.replace(leading, '');
}

export function trimEnd(text: string): string {
  return text.replace(trailing, '');
}
