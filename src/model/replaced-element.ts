import type { Drift } from './drift.ts';
import { groupBy } from './group.ts';
import { pathKey } from './path.ts';

/** Elements of one block or set that a single call both removed and added. */
export interface ReplacedElements {
  readonly removed: readonly Drift[];
  readonly added: readonly Drift[];
}

/** Groups the elements that a call replaced: half of such a change is nobody's wish. */
export function replacedElements(drifts: readonly Drift[]): readonly ReplacedElements[] {
  const elements = drifts.flatMap((drift) => {
    const key = replacementKey(drift);
    return key === undefined ? [] : [{ drift, key }];
  });
  return [...groupBy(elements, ({ key }) => key).values()]
    .map((group) => group.map(({ drift }) => drift))
    .map((group) => ({
      removed: group.filter(({ live }) => live.kind === 'absent'),
      added: group.filter(({ live }) => live.kind !== 'absent'),
    }))
    .filter(({ removed, added }) => removed.length > 0 && added.length > 0);
}

/** The call and the block of an element that came or went; undefined for other drifts. */
function replacementKey({ address, path, declared, live, writes }: Drift): string | undefined {
  const call = writes?.at(-1)?.event;
  const isElement = typeof path.at(-1) === 'object';
  if (!isElement || call === undefined) return undefined;
  if ((declared.kind === 'absent') === (live.kind === 'absent')) return undefined;
  return `${call} ${address} ${pathKey(path.slice(0, -1))}`;
}
