import type { Glob } from './types.ts';

/**
 * Whether the glob matches the entire text. Backtracks only to the last star, so it takes at most
 * time proportional to the product of both lengths.
 */
export function globMatches(glob: Glob, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (glob[from] === '*') {
      star = from;
      resume = at;
      from += 1;
    } else if (glob[from] === text[at]) {
      from += 1;
      at += 1;
    } else if (star >= 0) {
      from = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  while (glob[from] === '*') from += 1;
  return from === glob.length;
}
