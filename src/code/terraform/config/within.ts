/**
 * True for a path that may be edited: below `top`, which is a path up from the root of the tree,
 * and not part of an installed module. Files outside may have other users, and the effect on them
 * cannot be seen.
 */
export function isWithinExpression(path: string, top: string): boolean {
  return !/(?:^|\/)\.terraform(?:\/|$)/.test(path) && stepsUp(path) <= stepsUp(top);
}

function stepsUp(path: string): number {
  return path.split('/').filter((part) => part === '..').length;
}
