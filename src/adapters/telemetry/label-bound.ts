/** What stands for all values that came after too many others. */
const otherLabel = 'other';

/**
 * Keeps the first so many values of a label and makes the rest one, so that nobody who can choose a
 * value can fill the memory with time series.
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
