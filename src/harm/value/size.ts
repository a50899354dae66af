import type { Json } from '../../model/json.ts';

/** A size within its family. */
interface Size {
  readonly family: string;
  readonly rank: number;
}

/** Larger than what any ladder has: a machine of its own. */
const metal = 10_000;

/**
 * -1, 0 or 1 as the first size of AWS is smaller, the same or larger, by a ladder of sizes within
 * one family (`db.r6g.xlarge`); undefined for other families and for sizes that the ladder lacks.
 */
export function compareAwsSizes(
  a: Json | undefined,
  b: Json | undefined,
  ladder: ReadonlyMap<string, number>,
): number | undefined {
  const [left, right] = [awsSize(a, ladder), awsSize(b, ladder)];
  if (left === undefined || right === undefined || left.family !== right.family) return undefined;
  return Math.sign(left.rank - right.rank);
}

function awsSize(value: Json | undefined, ladder: ReadonlyMap<string, number>): Size | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.toLowerCase().replace(/\.(?:search|elasticsearch)$/, '');
  const dot = text.lastIndexOf('.');
  if (dot < 0) return undefined;
  const [family, size] = [text.slice(0, dot), text.slice(dot + 1)];
  const bare = /^metal-(\d+xl)$/.exec(size)?.[1];
  const rank = bare !== undefined ? ladder.get(`${bare}arge`) : ladder.get(size);
  if (rank !== undefined) return { family, rank };
  return size.startsWith('metal') ? { family, rank: metal } : undefined;
}

/** Words that Google Cloud has for its small machines, in place of a number. */
const words: Readonly<Record<string, number>> = { micro: 1, small: 2, medium: 3 };

/**
 * The same for sizes of Azure and Google Cloud, whose families differ in a number alone: the one
 * behind the family (`Standard_D4s_v5`, `n2-standard-8`, `GP_Gen5_2`, `P1v3`), or those of a custom
 * machine, where all that differ go one way. The version at the end is part of the family.
 */
export function compareNumberedSizes(a: Json | undefined, b: Json | undefined): number | undefined {
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  const [left, right] = [numbered(a), numbered(b)];
  if (left.family !== right.family) return undefined;
  const signs = new Set(left.numbers.map((n, index) => Math.sign(n - (right.numbers[index] ?? 0))));
  signs.delete(0);
  if (signs.size > 1) return undefined;
  return signs.values().next().value ?? 0;
}

function numbered(text: string): { family: string; numbers: readonly number[] } {
  const lower = text.toLowerCase().replace(/-(micro|small|medium)$/, (_, word: string) => {
    return `-${words[word] ?? 0}`;
  });
  const version = /_?v\d+$/.exec(lower)?.[0] ?? '';
  const numbers: number[] = [];
  // Behind a letter that starts the family a number is its generation: `n2`, `gen5`, `e2`.
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
