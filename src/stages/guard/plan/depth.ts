/** Deeper than any provider nests values, and far from where recursion ends. */
const deepest = 200;

/** True for a value that is nested more deeply than what code that recurs can take. */
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
