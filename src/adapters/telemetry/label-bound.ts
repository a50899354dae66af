/** Replaces all values that came after the limit was reached. */
const otherLabel = 'other';

/**
 * Keeps the first `max` values of a label and merges the rest into one, so that nobody who can
 * choose a value can fill the memory with time series.
 */
export function createLabelBound(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    const short = value.slice(0, 128);
    if (known.has(short)) return short;
    if (known.size >= max) return otherLabel;
    known.add(short);
    return short;
  };
}
