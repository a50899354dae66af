/** Control and format characters (bidi overrides, zero-width), line separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const printable = /^[\x20-\x7e]*$/;

/** Orders texts by code unit, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders entries, as of a map or an object, by their keys; see {@link compareText}. */
export function compareKeys(
  [a]: readonly [string, ...unknown[]],
  [b]: readonly [string, ...unknown[]],
): number {
  return compareText(a, b);
}

/**
 * Text from outside as one harmless line of at most `max` characters, for terminals, commits and
 * pull requests. Invisible characters are escaped (`\u{1b}`) instead of dropped, so that a reader
 * notices them. Escaping Markdown or HTML is the presenter's task.
 */
export function displayText(text: string, max = 200): string {
  if (text.length <= max && printable.test(text)) return text.trim();
  // An escape is longer than the character, so this many code units are always sufficient.
  const shown = text.trimStart();
  const head = shown.slice(0, 2 * (max + 1));
  const escaped = head.trimEnd().replace(unprintable, escapeCharacter);
  if (head.length === shown.length) return cutText(escaped, max);
  const characters = Array.from(escaped);
  return `${untilWord(characters.slice(0, max - 1).join(''), characters.slice(max - 1).join(''))}…`;
}

/**
 * A text of at most `max` characters. A longer one is cut after a complete word and ends with `…`.
 */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  return `${untilWord(characters.slice(0, max - 1).join(''), characters.slice(max - 1).join(''))}…`;
}

/** Words longer than this are cut, since too little would be left otherwise. */
const longestLoss = 24;

/**
 * The beginning of a text without a last word that continues in the rest. A number is always left
 * out entirely, since a part of it would be a different number: `38` for `384`.
 */
export function untilWord(beginning: string, rest: string): string {
  const goesOn = /^[\p{L}\p{N}_]/u.test(rest);
  const isNumber = /\d$/.test(beginning) && /^[.,:]?\d/.test(rest);
  const afterPoint = /\d[.,:]$/.test(beginning) && /^\d/.test(rest);
  if (isNumber || afterPoint) {
    const kept = beginning.replace(/[-+]?\d[\d.,:]*$/, '');
    return /[\p{L}_]$/u.test(kept) ? untilWord(kept, 'x') : kept.trimEnd();
  }
  if (!goesOn) return beginning.trimEnd();
  // An opening bracket or quote in front of the word is left out with it.
  const kept = beginning.replace(/["'`([{<]*[\p{L}\p{N}_]+$/u, '');
  return kept === '' || beginning.length - kept.length > longestLoss ? beginning : kept.trimEnd();
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
