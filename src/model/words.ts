/** A number with its noun: `1 branch`, `2 branches`. The plural takes an `s` unless it is given. */
export function formatCount(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Words as a part of a sentence: `a`, `a and b`, `a, b and c`; empty if there are none. */
export function joinedWords(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joint} ${last}`;
}

/** The first `max` words, and how many there are besides: `a, b and 4 more`. */
export function firstWords(words: readonly string[], max: number): string {
  const shown = words.slice(0, max).join(', ');
  return words.length > max ? `${shown} and ${words.length - max} more` : shown;
}

/** The text with a capital first letter. */
export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The text with a small first letter. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
