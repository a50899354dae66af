/** Enough runs for most properties to find what they are meant to find. */
const ordinary = 300;

/**
 * The number of runs of a property. `full` is the number it was written for, used with
 * PARLEY_CASES=all. By default `some` runs are enough; pass fewer where one case takes long.
 * PARLEY_CASES may also be a number, which then applies to every property that calls this function.
 */
export function cases(full: number, some = ordinary): number {
  const asked = process.env['PARLEY_CASES'];
  if (asked === undefined || asked === '') return Math.min(full, some);
  if (asked === 'all') return full;
  if (/^[1-9]\d*$/.test(asked)) return Number(asked);
  throw new Error(`PARLEY_CASES is a number or "all", not ${JSON.stringify(asked)}.`);
}

/**
 * The time limit of a test with this many cases, of up to `each` milliseconds. For properties that
 * take hours when they run in full.
 */
export function timeFor(runs: number, each = 10_000): { readonly timeout: number } {
  return { timeout: Math.max(600_000, runs * each) };
}
