export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

export interface Reader {
  readonly text: string;
  at: number;
  readonly groups: (string | undefined)[];
  error: string | undefined;
}

/** Matches at the reader's place and moves it behind the match. */
export function matchHere(reader: Reader, syntax: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(syntax);
  sticky.lastIndex = reader.at;
  const match = sticky.exec(reader.text);
  if (match !== null) reader.at = sticky.lastIndex;
  return match;
}

/** A character standing for itself, in all its cases when case does not matter. */
export function literal(char: string, flags: Flags): string {
  const cases = flags.ignoreCase ? casesOf(char) : [char];
  const codes = cases.map(codeOf);
  return codes.length > 1 ? `[${codes.join('')}]` : codes.join('');
}

export function codeOf(char: string): string {
  if (/^[A-Za-z0-9_ ]$/.test(char)) return char;
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

export function casesOf(char: string): readonly string[] {
  const cases = new Set([char, char.toLowerCase(), char.toUpperCase()]);
  if (/[kK\u212a]/.test(char)) for (const each of 'kK\u212a') cases.add(each);
  if (/[sS\u017f]/.test(char)) for (const each of 'sS\u017f') cases.add(each);
  return [...cases].filter((each) => [...each].length === 1);
}
