/** Control and format characters but the line feed; also lone surrogates and line separators. */
const unprintable = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The colors and weights that `src/cli/render` uses, and nothing else of what terminals obey. */
const ownStyle = new RegExp(`(${String.fromCharCode(27)}\\[(?:0|1|2|22|31|32|33|36|39)m)`);

/**
 * The last gate before a terminal: whatever the logs or the code contain, only colors get through.
 * Names are escaped long before; this also holds for lines of files and for what was forgotten.
 */
export function terminalText(text: string, color: boolean): string {
  if (!color) return escapeAll(text);
  return text
    .split(ownStyle)
    .map((part, i) => (i % 2 === 1 ? part : escapeAll(part)))
    .join('');
}

function escapeAll(text: string): string {
  return text
    .replaceAll('\t', '    ')
    .replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON that shows every character that cannot be seen; the value is the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unprintable, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
