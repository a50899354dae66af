/** Control and format characters (bidi overrides, zero-width), line separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const printable = /^[\x20-\x7e]*$/;

/**
 * Text from outside as one harmless line of at most `max` characters: for terminals, commits and
 * pull requests. What cannot be seen is escaped (`\u{1b}`) rather than dropped, so that a reader
 * notices it. Escaping Markdown or HTML is the presenter's task.
 */
export function displayText(text: string, max = 200): string {
  if (text.length <= max && printable.test(text)) return text.trim();
  // An escape is longer than what it stands for, so this many units always suffice.
  const head = text.slice(0, 2 * (max + 1));
  const escaped = head.trim().replace(unprintable, escapeCharacter);
  const characters = Array.from(escaped);
  const whole = characters.length <= max && head.length === text.length;
  return whole ? escaped : `${characters.slice(0, max - 1).join('')}…`;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
