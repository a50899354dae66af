import type { Refusal } from '../../model/patch.ts';
import type { Unresolved } from '../../model/report.ts';
import type { Problem } from '../../model/result.ts';

/** A problem in the form of a finding for a person. */
export function unresolvedFrom(problem: Problem, more: Partial<Unresolved> = {}): Unresolved {
  return {
    code: problem.code,
    reason: problem.message,
    ...(problem.hint === undefined ? {} : { suggestion: problem.hint }),
    ...(problem.place === undefined ? {} : { place: problem.place }),
    ...more,
  };
}

/** A rejected patch in the form of a finding for a person. */
export function unresolvedRefusal(
  refusal: Refusal,
  address: string,
  intent: string,
  looked: Pick<Unresolved, 'traces' | 'candidates'> = {},
): Unresolved {
  const { code, reason, suggestion, nearest, write } = refusal;
  return {
    code,
    reason,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(nearest === undefined ? {} : { place: nearest }),
    address,
    intent,
    ...(write === undefined ? {} : { write }),
    ...looked,
  };
}
