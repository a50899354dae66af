import { type Context, deepest } from '../trace/context.ts';
import { follow } from '../trace/follow.ts';

/** The points on the way from a use to its literal, the use first. */
export function wayOf(context: Context): readonly Context[] {
  const way = [context];
  for (let at: Context | undefined = context; at !== undefined && way.length <= 4 * deepest; ) {
    const next: Context | undefined = follow(at)[Symbol.iterator]().next().value ?? undefined;
    if (next !== undefined) way.push(next);
    at = next;
  }
  return way;
}

/** Arguments on the way that all instances of a module call share. */
export function sharedArguments(context: Context): readonly Context[] {
  return wayOf(context).filter(
    ({ kind, scope, expr }, index, way) =>
      index > 0 &&
      kind === 'module argument' &&
      scope.repetition !== undefined &&
      way[index - 1]?.scope.instance !== scope.instance &&
      expr !== way[index - 1]?.expr,
  );
}
