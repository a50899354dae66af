/** What most properties need to find what they are for. */
const ordinary = 300;

/**
 * How often a property runs. `full` is what it was written for, and what PARLEY_CASES=all asks for;
 * without it `some` are enough, fewer where one case takes long. PARLEY_CASES may also be a number,
 * which then counts for every property that asks here.
 */
export function cases(full: number, some = ordinary): number {
  const asked = process.env['PARLEY_CASES'];
  if (asked === undefined || asked === '') return Math.min(full, some);
  if (asked === 'all') return full;
  if (/^[1-9]\d*$/.test(asked)) return Number(asked);
  throw new Error(`PARLEY_CASES is a number or "all", not ${JSON.stringify(asked)}.`);
}
