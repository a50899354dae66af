import { joinedWords } from '../../model/words.ts';

/** Words whose plural is not formed with `s` or `es`. */
const plurals: Readonly<Record<string, string>> = {
  policy: 'policies',
  repository: 'repositories',
};

/** `buckets`, `security groups`, `role policies`. */
function pluralOf(noun: string): string {
  const last = noun.slice(noun.lastIndexOf(' ') + 1);
  const head = noun.slice(0, noun.length - last.length);
  if (Object.hasOwn(plurals, last)) return `${head}${plurals[last]}`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `bucket logs`, `buckets a, b and c`, `5 buckets (a, b, c, ...)`. */
export function nounList(noun: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort();
  if (noun === '') return joinedWords(sorted);
  if (sorted.length === 1) return `${noun} ${sorted[0]}`;
  if (sorted.length <= 3) return `${pluralOf(noun)} ${joinedWords(sorted)}`;
  return `${sorted.length} ${pluralOf(noun)} (${sorted.slice(0, 3).join(', ')}, ...)`;
}
