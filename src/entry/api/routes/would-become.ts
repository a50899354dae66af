import { z } from 'zod';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import { type CommittedDeclaration, intentDeclaration } from '../../../config/declarations.ts';
import { outcomes } from '../../../model/decision.ts';
import type { Want } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import { formatProblem } from '../../../model/result.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import type { ApiDeps } from '../deps.ts';

export const WouldView = z.object({
  announced: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it would be recognized as declared' }),
  decisions: z
    .array(
      z.object({
        address: z.string(),
        field: z.string(),
        outcome: z.enum(outcomes),
        rule: z.string(),
        because: z.string(),
      }),
    )
    .meta({ description: 'Empty if the code already says so' }),
  files: z.array(z.string()).meta({ description: 'Files of the code that would be edited' }),
  problem: z.string().optional().meta({ description: 'Why that cannot be determined' }),
});

/**
 * What would happen to a declared change, had it been made; undefined where there is nothing to
 * try.
 */
export async function wouldBecome(
  { answers: { tryChange } }: Pick<ApiDeps, 'answers'>,
  key: StackKey,
  entry: CommittedDeclaration,
): Promise<z.output<typeof WouldView> | undefined> {
  const declaration = intentDeclaration(entry, 'claimed');
  const value = wantedValue(declaration.want);
  const { address, path, actor } = declaration;
  if (tryChange === undefined || value === undefined || path.length === 0) return undefined;
  const { principal } = actor;
  const happened = await tryChange(key, {
    address,
    path,
    value,
    caller: { principal },
    declaration,
  });
  return happened.ok
    ? viewOf(happened.value)
    : { decisions: [], files: [], problem: formatProblem(happened.error) };
}

/** The single wanted value, or the preferred one of several. */
function wantedValue(want: Want): Json | undefined {
  if (want.kind === 'eq') return want.value;
  if (want.kind === 'oneOf') return want.prefer ?? want.values[0];
  return want.kind === 'range' ? (want.prefer ?? want.min ?? want.max) : undefined;
}

function viewOf({ announced, fields, patched, unresolved }: WouldHappen) {
  const [problem] = unresolved;
  return {
    announced: announced !== undefined,
    decisions: fields.map(({ drift, decision: { verdict } }) => ({
      address: drift.address,
      field: formatPath(drift.path),
      outcome: verdict.outcome,
      rule: verdict.rule,
      because: verdict.because,
    })),
    files: [...new Set(patched.flatMap(({ files }) => files.map(({ path }) => path)))].sort(),
    ...(problem === undefined ? {} : { problem: problem.reason }),
  };
}
