import { resourceNoun } from './nouns.ts';

/**
 * Names of resources that carry no meaning. People use the name of the module or the instance key
 * instead.
 */
export const emptyNames: ReadonlySet<string> = new Set(['default', 'main', 'this']);

/** True for these, and for `queue` as the name of a queue: the type says as much. */
export function isEmptyName(type: string, name: string): boolean {
  if (emptyNames.has(name)) return true;
  const known = new Set([
    ...type.split('_').slice(1),
    ...resourceNoun(type).toLowerCase().split(' '),
  ]);
  return name
    .toLowerCase()
    .split(/[-_]/)
    .every((word) => known.has(word));
}
