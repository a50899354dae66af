import { z } from 'zod';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { ExternalResponse } from '../../stages/arbitration/external/types.ts';

/** What a policy may answer. Anything else is refused. */
const Answer = z.strictObject({
  priorities: z.record(z.string(), z.number().min(0).max(100)).optional(),
  decisions: z
    .array(
      z.strictObject({
        intent: z.string(),
        drift: z.string(),
        action: z.enum(['veto', 'escalate']),
        because: z.string().min(1).max(2000),
      }),
    )
    .optional(),
});

/** Checks the answer of an engine. */
export function readAnswer(value: unknown): Result<ExternalResponse> {
  const parsed = Answer.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return fail({
    code: 'external-policy-answer',
    message: `its answer does not have the form that is expected (${where}${issue?.message ?? ''}).`,
    hint: 'It may have `priorities` and `decisions` with action veto or escalate; see docs/policy.md.',
  });
}
