import { displayText } from '../../../model/text.ts';
import { livesBy } from '../../../providers/catalog/elements.ts';
import type { Goal } from '../types.ts';

/**
 * Notes on resources that lost one of the members by all of which the provider finds them, so that
 * it would create them again. Only the state can be put right, which no edit of the code does.
 */
export function lostMembers(goals: readonly Goal[]): readonly string[] {
  const lost = goals.filter(
    (goal) =>
      goal.kind === 'element' &&
      goal.action === 'remove' &&
      livesBy(goal.type).includes(String(goal.path[0])),
  );
  return [...new Set(lost.map(({ address }) => address))].sort().map((address) => {
    const shown = displayText(address, 160);
    return `Terraform looks for ${shown} with everything that it had, and no longer finds it: take it out of the state and import it again (state rm, then import), or the next apply fails because it exists.`;
  });
}
