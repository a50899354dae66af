/** Deeper than any provider nests values, and far below where recursion would overflow. */
const deepest = 200;

/** True for a value that is nested too deeply for recursive code. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly object[] = isObject(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
