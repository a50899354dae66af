import { canonicalJson } from '../../../model/json.ts';
import type { Goal } from '../types.ts';

/** True for goals that want the same value, so that one text may provide it to both. */
export function isAkin(goal: Goal, other: Goal): boolean {
  return other.kind === goal.kind && wantedOf(other) === wantedOf(goal);
}

function wantedOf(goal: Goal): string {
  switch (goal.kind) {
    case 'value':
      return canonicalJson(goal.value);
    case 'element':
      return `${goal.action} ${canonicalJson(goal.element)}`;
    case 'create':
    case 'delete':
    case 'ignore':
    case 'unignore':
      return goal.kind;
  }
}
