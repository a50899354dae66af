import type { Json } from '../../../model/json.ts';

/** A size within its family. */
interface Size {
  readonly family: string;
  readonly size: string;
  readonly rank: number;
}

/** Above all ranks of a ladder: an entire machine. */
const metal = 10_000;

/**
 * -1, 0 or 1 if the first AWS size is smaller, equal or larger: by a ladder of sizes within one
 * family (`db.r6g.xlarge`), else by processors and memory if these agree. Undefined if they
 * disagree, or if they are unknown.
 */
export function compareAwsSizes(
  a: Json | undefined,
  b: Json | undefined,
  ladder: ReadonlyMap<string, number>,
): number | undefined {
  const [left, right] = [awsSize(a, ladder), awsSize(b, ladder)];
  if (left === undefined || right === undefined) return undefined;
  if (left.family !== right.family) return compareContents(left, right);
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
  if (rank !== undefined) return { family, size, rank };
  return size.startsWith('metal') ? { family, size, rank: metal } : undefined;
}

interface Contents {
  /** The kind of size: `db`, `cache`, `ml`, or empty for a machine. */
  readonly of: string;
  readonly processors: number;
  /** In GiB. */
  readonly memory: number;
}

/** Different kinds have different prices and purposes, so their sizes are never compared. */
function compareContents(left: Size, right: Size): number | undefined {
  const [a, b] = [contentsOf(left), contentsOf(right)];
  if (a === undefined || b === undefined || a.of !== b.of) return undefined;
  const [processors, memory] = [a.processors - b.processors, a.memory - b.memory];
  if (processors * memory < 0) return undefined;
  return Math.sign(processors + memory);
}

/** GiB per processor, by the first letter of a family: compute, general purpose, memory. */
const ratios: Readonly<Record<string, number>> = { c: 2, m: 4, r: 8 };

/** Processors and GiB of burstable sizes (T3 and later). */
const burstable: Readonly<Record<string, readonly [number, number]>> = {
  nano: [2, 0.5],
  micro: [2, 1],
  small: [2, 2],
  medium: [2, 4],
  large: [2, 8],
  xlarge: [4, 16],
  '2xlarge': [8, 32],
};

/** The values in the EC2 documentation for the most common families. */
function contentsOf({ family, size }: Size): Contents | undefined {
  const [, of = '', letter = '', generation] = /^(?:(\w+)\.)?([a-z])(\d)[a-z]*$/.exec(family) ?? [];
  if (letter === 't' && Number(generation) > 2 && Object.hasOwn(burstable, size)) {
    const [processors, memory] = burstable[size] ?? [0, 0];
    return { of, processors, memory };
  }
  const ratio = ratios[letter];
  const processors = processorsOf(size);
  if (ratio === undefined || processors === undefined) return undefined;
  return { of, processors, memory: processors * ratio };
}

function processorsOf(size: string): number | undefined {
  if (size === 'medium') return 1;
  if (size === 'large') return 2;
  const times = /^(\d*)xlarge$/.exec(size)?.[1];
  return times === undefined ? undefined : 4 * Number(times || '1');
}
