import type { ResourceChange } from '../../../model/resource-change.ts';
import { grantsAtAws, judgeAws } from './aws/judge.ts';
import { grantsAtAzure, judgeAzure } from './azure/judge.ts';
import { grantsAtGoogle, judgeGoogle } from './google/judge.ts';
import { grantsAtKubernetes, judgeKubernetes } from './kubernetes/judge.ts';
import { type GrantJudgment, noJudgment } from './types.ts';

/**
 * What a change of one resource allows now and to whom, or allows no longer, by the meaning of
 * documents, not by their text. Empty for types that grant nothing.
 */
export function judgeGrants(change: ResourceChange): GrantJudgment {
  const { type } = change;
  if (grantsAtAws(type)) return judgeAws(change);
  if (grantsAtGoogle(type)) return judgeGoogle(change);
  if (grantsAtAzure(type)) return judgeAzure(change);
  return grantsAtKubernetes(type) ? judgeKubernetes(change) : noJudgment;
}
