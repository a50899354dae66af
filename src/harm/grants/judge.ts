import type { ResourceChange } from '../../model/resource-change.ts';
import { grantsAtAws, judgeAws } from './aws/judge.ts';
import { type GrantJudgment, noJudgment } from './types.ts';

/**
 * What a change of one resource lets whom do that it did not before, and what it no longer lets:
 * by what documents mean, not by how they are written. Of types that grant nothing it says nothing.
 */
export function judgeGrants(change: ResourceChange): GrantJudgment {
  if (grantsAtAws(change.type)) return judgeAws(change);
  return noJudgment;
}
