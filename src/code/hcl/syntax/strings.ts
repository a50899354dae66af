const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

const quotedEscape = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([$%])\4\{/gsu;
const heredocEscape = /([$%])\1\{/g;

/**
 * The value of literal text in a quoted template. The text must have been parsed without errors.
 */
export function decodeQuoted(text: string): string {
  if (!text.includes('\\') && !text.includes('{')) return text;
  return text.replace(quotedEscape, (_all, short, long, single, marker) => {
    if (marker !== undefined) return `${marker}{`;
    if (single !== undefined) return escapes.get(single) ?? single;
    return String.fromCodePoint(Number.parseInt(short ?? long, 16));
  });
}

/** The value of literal text in a heredoc, where only `$${` and `%%{` are escapes. */
export function decodeHeredoc(text: string): string {
  return text.replace(heredocEscape, '$1{');
}
