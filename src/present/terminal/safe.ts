/** Control and format characters except the line feed, lone surrogates, and line separators. */
const unprintable = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/**
 * The colors and weights that `src/present/terminal` uses. No other control sequence may reach the
 * terminal.
 */
const ownStyle = new RegExp(`(${String.fromCharCode(27)}\\[(?:0|1|2|22|31|32|33|36|39)m)`);

/**
 * The last filter before a terminal: whatever logs or code contain, only colors pass. Names are
 * escaped earlier; this also covers lines of files and anything that was missed.
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

/** Items of a list in one piece. */
const itemsAtOnce = 16;

/**
 * The text of `jsonText(value, 2)` in pieces of a few list items each, so that a large report is
 * never in memory as one text.
 */
export function* safeJsonPieces(value: object): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}\n  ${jsonText(name)}: `;
    separator = ',';
    if (!Array.isArray(member) || member.length === 0) {
      yield jsonText(member, 2).replaceAll('\n', '\n  ');
      continue;
    }
    for (let at = 0; at < member.length; at += itemsAtOnce) {
      // Nested as deep as in the complete document, so that the indentation is already right.
      const some = jsonText({ '': member.slice(at, at + itemsAtOnce) }, 2);
      yield `${at === 0 ? '[' : ','}${some.slice(before.length, -behind.length)}`;
    }
    yield behind.slice(0, -2);
  }
  yield separator === '{' ? '{}' : '\n}';
}

/** The text around the items of a list without a name. */
const before = '{\n  "": [';
const behind = '\n  ]\n}';

const otherThanAscii = /[^\x20-\x7e\n]/;

/** JSON with all invisible characters escaped; the value stays the same. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  if (!otherThanAscii.test(text)) return text;
  return text.replace(unprintable, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
