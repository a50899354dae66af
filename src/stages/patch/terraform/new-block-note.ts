import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { displayText } from '../../../model/text.ts';
import type { Goal } from '../types.ts';

/** Notes on blocks that are new in the code and say more than what drifted. */
export function newBlockNotes(before: Evaluation, goals: readonly Goal[]): readonly string[] {
  const places = new Map<string, number>();
  for (const goal of goals) {
    if (goal.kind !== 'value' || goal.path.length !== 3) continue;
    const [block] = goal.path;
    if (typeof block !== 'string') continue;
    if (before.locate(goal.address, [block])?.kind !== 'absent') continue;
    const place = `${block} of ${goal.address}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  return [...places]
    .filter(([, count]) => count > 1)
    .map(([place]) => place)
    .sort()
    .map(
      (place) =>
        `${displayText(place, 160)} is new in the code, with everything that is live in it: what is left out would get the provider's defaults.`,
    );
}
