import type { Json } from '../../../model/json.ts';

const longestSize = 80;

/** Words that Google Cloud uses for small machines instead of a number. */
const words: Readonly<Record<string, number>> = { micro: 1, small: 2, medium: 3 };

/**
 * -1, 0 or 1 if the first size of Azure or Google Cloud is smaller, equal or larger, within one
 * family. Sizes in a family differ only in a number, the one after the family (`Standard_D4s_v5`,
 * `n2-standard-8`, `GP_Gen5_2`, `P1v3`), or in several of a custom machine, which must all change
 * in the same direction. The version at the end is part of the family.
 */
export function compareNumberedSizes(a: Json | undefined, b: Json | undefined): number | undefined {
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  if (a.length > longestSize || b.length > longestSize) return undefined;
  const [left, right] = [numberedSize(a), numberedSize(b)];
  if (left.family !== right.family) return undefined;
  const signs = new Set(left.numbers.map((n, index) => Math.sign(n - (right.numbers[index] ?? 0))));
  signs.delete(0);
  if (signs.size > 1) return undefined;
  return signs.values().next().value ?? 0;
}

/** The family of a size, and the numbers that differ between sizes of the family. */
export function numberedSize(text: string): { family: string; numbers: readonly number[] } {
  const lower = text.toLowerCase().replace(/-(micro|small|medium)$/, (_, word: string) => {
    return `-${words[word] ?? 0}`;
  });
  const version = /_?v\d+$/.exec(lower)?.[0] ?? '';
  const numbers: number[] = [];
  // A number after the letter that starts the family is its generation: `n2`, `gen5`, `e2`.
  const family = lower
    .slice(0, lower.length - version.length)
    .replace(/\d+/g, (digits, at: number) => {
      if (isGeneration(lower, at, digits)) return digits;
      numbers.push(Number(digits));
      return '#';
    });
  return { family: `${family}${version}`, numbers };
}

function isGeneration(text: string, at: number, digits: string): boolean {
  const before = text.slice(0, at);
  const rest = text.slice(at + digits.length);
  return /(?:^|_)gen$/.test(before) || (/^[a-z]{1,2}$/.test(before) && /^[a-z]?-/.test(rest));
}
