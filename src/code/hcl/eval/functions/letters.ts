// Go maps each letter to one letter, without context. JavaScript may return several characters ("ß"
// to "SS") or depend on the neighbors (the final sigma).

function mapOne(char: string, mapped: string): string {
  return [...mapped].length === 1 ? mapped : char;
}

export function toUpper(text: string): string {
  return mapEach(text, (char) => mapOne(char, char.toUpperCase()));
}

export function toLower(text: string): string {
  return mapEach(text, (char) => (char === 'İ' ? 'i' : mapOne(char, char.toLowerCase())));
}

function mapEach(text: string, change: (char: string) => string): string {
  return Array.from(text, change).join('');
}

// The only letters whose title case differs from their upper case.
const titleCase: ReadonlyMap<string, string> = new Map(
  ['ǅ', 'ǈ', 'ǋ', 'ǲ'].flatMap((title) => {
    return [title, title.toUpperCase(), title.toLowerCase()].map((char) => [char, title] as const);
  }),
);

/** Converts the first letter of every word to title case. */
export function toTitle(text: string): string {
  let before = ' ';
  return mapEach(text, (char) => {
    const starts = isSeparator(before);
    before = char;
    return starts ? (titleCase.get(char) ?? toUpper(char)) : char;
  });
}

function isSeparator(char: string): boolean {
  if (/[A-Za-z0-9_]/.test(char)) return false;
  if (/[\0-\x7f]/.test(char)) return true;
  return /[\u0085\p{Z}]/u.test(char);
}
