import type { Refusal } from '../model/patch.ts';
import type { Unresolved } from '../model/report.ts';
import type { Problem } from '../model/result.ts';

/** A problem as something that needs a person. */
export function unresolvedFrom(problem: Problem, more: Partial<Unresolved> = {}): Unresolved {
  return {
    code: problem.code,
    reason: problem.message,
    ...(problem.hint === undefined ? {} : { suggestion: problem.hint }),
    ...(problem.place === undefined ? {} : { place: problem.place }),
    ...more,
  };
}

/** A refused patch as something that needs a person. */
export function unresolvedRefusal(refusal: Refusal, address: string, intent: string): Unresolved {
  return {
    code: refusal.code,
    reason: refusal.reason,
    ...(refusal.suggestion === undefined ? {} : { suggestion: refusal.suggestion }),
    ...(refusal.nearest === undefined ? {} : { place: refusal.nearest }),
    address,
    intent,
  };
}
