import { naming } from '../../code/terraform/program.ts';
import type { KnownDifference } from '../../code/terraform/run/known-difference.ts';
import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import {
  judged,
  type PlannedPatch,
  type PlanRequest,
  type VerifiedPlan,
} from '../../code/terraform/run/verify-plan.ts';
import type { Drift } from '../../model/drift.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { knownDifference } from './known.ts';
import type { VerifyQuestion } from './question.ts';
import type { VerifySession } from './request.ts';

export interface JudgedPlan {
  readonly plan: PlannedPatch;
  /** The other questions in the same plan, each of which is judged on its own. */
  readonly others: readonly VerifyQuestion[];
  /** The plan without the patches, which excuses what was already so. */
  readonly baseline?: TerraformPlan | undefined;
}

/** What a plan shows about the patch of a question. */
export function judgeBy(
  { composed }: VerifySession,
  { project: { evaluation }, followers, report }: RunResult,
  { each, addresses, adopted, named }: VerifyQuestion,
  { plan, others, baseline }: JudgedPlan,
): VerifiedPlan {
  const { schema } = composed.input.providers;
  const hint = schemaHints(schema);
  const own = (sentence: string) => naming(composed.input.code.loadOptions.product, sentence);
  const verdict = judged(plan, addresses, {
    schema,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
    adopted,
    named,
    others: others.flatMap((one) => one.named),
    followers,
    known: knownApart(report.drifts, each),
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

/** Everything that differs from the code besides what the patch is for. */
function knownApart(
  drifts: readonly Drift[],
  { patch }: PatchedIntent,
): readonly KnownDifference[] {
  const own = new Set(patch.drifts);
  return drifts.filter(({ id }) => !own.has(id)).flatMap((drift) => knownDifference(drift) ?? []);
}

/**
 * A plan without values is enough where it is clean for all questions. What was learned about calls
 * has to be compared with values.
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
