/** Control and format characters (bidi overrides, zero-width), line separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const printable = /^[\x20-\x7e]*$/;

/** Order by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Text from outside as one harmless line of at most `max` characters: for terminals, commits and
 * pull requests. What cannot be seen is escaped (`\u{1b}`) rather than dropped, so that a reader
 * notices it. Escaping Markdown or HTML is the presenter's task.
 */
export function displayText(text: string, max = 200): string {
  if (text.length <= max && printable.test(text)) return text.trim();
  // An escape is longer than what it stands for, so this many units always suffice.
  const shown = text.trimStart();
  const head = shown.slice(0, 2 * (max + 1));
  const escaped = head.trimEnd().replace(unprintable, escapeCharacter);
  if (head.length === shown.length) return cutText(escaped, max);
  const characters = Array.from(escaped);
  return `${untilWord(characters.slice(0, max - 1).join(''), characters.slice(max - 1).join(''))}…`;
}

/** A text of at most `max` characters; one that is longer ends with `…`, behind a whole word. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  return `${untilWord(characters.slice(0, max - 1).join(''), characters.slice(max - 1).join(''))}…`;
}

/** Longer words are cut, or too little would be left. */
const longestLoss = 24;

/**
 * What is left of the beginning of a text when the word that goes on in the rest is left out. A
 * number goes whole in any case, since a part of it is another one: `38` for `384`.
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
  // A bracket or quote that opens in front of the word goes with it.
  const kept = beginning.replace(/["'`([{<]*[\p{L}\p{N}_]+$/u, '');
  return kept === '' || beginning.length - kept.length > longestLoss ? beginning : kept.trimEnd();
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
