import { naming } from '../../code/terraform/program.ts';
import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import {
  judged,
  type PlannedPatch,
  type PlanRequest,
  type VerifiedPlan,
} from '../../code/terraform/run/verify-plan.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import type { VerifyQuestion } from './question.ts';
import type { VerifySession } from './request.ts';

export interface JudgedPlan {
  readonly plan: PlannedPatch;
  /** What else was planned with it, each of which is judged on its own. */
  readonly others: readonly VerifyQuestion[];
  /** The plan without the patches, which excuses what was so before. */
  readonly baseline?: TerraformPlan | undefined;
}

/** What a plan says of the patch that a question is about. */
export function judgeBy(
  { composed }: VerifySession,
  { project: { evaluation }, followers }: RunResult,
  { addresses, adopted, named }: VerifyQuestion,
  { plan, others, baseline }: JudgedPlan,
): VerifiedPlan {
  const { schema } = composed.input;
  const hint = schemaHints(schema);
  const own = (sentence: string) => naming(composed.input.loadOptions.product, sentence);
  const verdict = judged(plan, addresses, {
    schema,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
    adopted,
    named,
    others: others.flatMap((one) => one.named),
    followers,
    ...(baseline === undefined ? {} : { baseline }),
    declares: (address, attribute) => {
      const location = evaluation.locate(address, [attribute]);
      return location !== undefined && location.kind !== 'absent';
    },
  });
  return {
    ...verdict,
    findings: verdict.findings.map(own),
    notes: verdict.notes.map(own),
  };
}

/**
 * A plan without values will do where it speaks for all of the questions. What was learned of calls
 * is compared with values.
 */
export function briefly(
  session: VerifySession,
  result: RunResult,
  questions: readonly VerifyQuestion[],
): Pick<PlanRequest, 'present' | 'isEnough'> {
  if (result.learned.length > 0) return {};
  const { resources } = session.composed.input.state;
  return {
    present: new Set(resources.map(({ address }) => address)),
    isEnough: (plan) =>
      questions.every((question) => {
        const others = questions.filter((other) => other !== question);
        return judgeBy(session, result, question, { plan, others }).clean;
      }),
  };
}
