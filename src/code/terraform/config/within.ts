/**
 * True for a path that may be edited: below `top`, the way up from the root of the tree, and not
 * installed. Others may use what lies outside, and nobody can see what they would get.
 */
export function isWithinExpression(path: string, top: string): boolean {
  return !/(?:^|\/)\.terraform(?:\/|$)/.test(path) && stepsUp(path) <= stepsUp(top);
}

function stepsUp(path: string): number {
  return path.split('/').filter((part) => part === '..').length;
}
