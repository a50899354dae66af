import type { Problem, Result } from '../../../model/result.ts';
import { fail, formatProblem, ok } from '../../../model/result.ts';
import type { PlanCopy } from './copy.ts';
import { isUnprepared } from './failure.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import { type JudgeOptions, judgePlan, type PlanVerdict } from './judge.ts';
import type { TerraformPlan } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';
import { quietPlan } from './quiet-plan.ts';
import { coversDifference, isPlanOf, type SeenDifferences, withDrift } from './seen.ts';
import type { PlanOptions, TerraformRunner } from './types.ts';

export interface PlanRequest extends CopyRequest {
  /** Addresses that the patch is about, adopted ones included; the plan is limited to them. */
  readonly addresses: readonly string[];
  /** False where what is live is known already, and nothing can have moved since. */
  readonly refresh?: boolean;
  /** Instances that the state has, where it is known. */
  readonly present?: ReadonlySet<string>;
  /** Whether a plan without values answers what is asked; such a plan is not tried without it. */
  readonly isEnough?: (plan: TerraformPlan) => boolean;
}

/** What Terraform says of a patched project, and how far it was asked. */
export interface VerifiedPlan extends PlanVerdict {
  readonly level: 'validate' | 'plan';
  /** The plan that was judged, at level `plan`. */
  readonly plan?: TerraformPlan;
  /** What Terraform said instead of a plan. */
  readonly said?: string;
}

/**
 * The plan of the project as it is, or one that was made before and says the same. Nothing real is
 * changed.
 */
export function planAsIs(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<TerraformPlan>> {
  return inCopy(terraform, request, async (copy) => {
    const { seen } = copy;
    if (seen === undefined || !coversDifference(seen, request.addresses)) {
      return planCopy(terraform, copy, request);
    }
    if (seen.plan !== undefined) return ok(seen.plan);
    const shown = await terraform.showPlan(copy.dir, seen.file);
    if (shown.ok) copy.seen = { ...seen, plan: shown.value };
    return shown;
  });
}

/**
 * Level `validate` of the verification: the patched project is valid to Terraform and the
 * providers' schemas. No cloud is asked, and no state is read.
 */
export function verifyValid(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<VerifiedPlan>> {
  return inCopy(terraform, request, (copy) => validateCopy(terraform, copy));
}

/** A plan of a project that Terraform found valid, or what it has wrong. */
export type PlannedPatch = VerifiedPlan | TerraformPlan;

/** The plan that several patches are judged by, each with `judged`. */
export function planValid(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<PlannedPatch>> {
  return inCopy(terraform, request, async (copy): Promise<Result<PlannedPatch>> => {
    const plan = await planCopy(terraform, copy, request);
    if (plan.ok || plan.error.code !== 'terraform-failed' || isUnprepared(plan.error)) return plan;
    if (isGone(plan.error)) return ok(gone(plan.error));
    // A plan validates all of the project; only `validate` reports in full what is wrong.
    const valid = await validateCopy(terraform, copy);
    return !valid.ok || valid.value.clean ? plan : valid;
  });
}

/** What an `import` block names is not there: the patch is wrong, and Terraform works. */
function isGone({ message }: Problem): boolean {
  return message.includes('Cannot import non-existent remote object');
}

/** What Terraform says of a patched project that it cannot plan. */
export function refusedBy({ message, hint }: Problem): VerifiedPlan {
  return { ...plainVerdict([hint === undefined ? message : `${message} ${hint}`]), level: 'plan' };
}

function gone(problem: Problem): VerifiedPlan {
  const text = 'A resource that would be imported does not exist any more.';
  return { ...plainVerdict([text]), level: 'plan', said: problem.message };
}

/** A verdict about the project as a whole. */
function plainVerdict(findings: readonly string[]): PlanVerdict {
  return { clean: findings.length === 0, findings, notes: [], wrong: [], excusable: false };
}

/** What a plan says of the patch that is about these addresses. */
export function judged(
  planned: PlannedPatch,
  addresses: readonly string[],
  options: JudgeOptions,
): VerifiedPlan {
  if ('level' in planned) return blamed(planned, options);
  return { level: 'plan', plan: planned, ...judgePlan(planned, addresses, options) };
}

/** Of several patches in one plan, what does not exist is held against those that import it. */
function blamed(verified: VerifiedPlan, { adopted = [], named = [] }: JudgeOptions): VerifiedPlan {
  const said = `${verified.said ?? ''} `;
  const gone = adopted.filter((address) => said.includes(` ${address} `));
  if (gone.length === 0) return verified;
  return {
    ...verified,
    findings: gone.map((address) => `${address} would be imported, and does not exist any more.`),
    wrong: named.filter(({ address }) => gone.includes(address)).map(({ drift }) => drift),
  };
}

async function validateCopy(
  terraform: TerraformRunner,
  { dir }: PlanCopy,
): Promise<Result<VerifiedPlan>> {
  const problems = await terraform.validate(dir);
  if (!problems.ok) return problems;
  const unprepared = problems.value.find(isUnprepared);
  if (unprepared !== undefined) return fail(unprepared);
  const findings = problems.value.map((problem) => formatProblem(problem));
  return ok({ level: 'validate', ...plainVerdict(findings) });
}

async function planCopy(
  terraform: TerraformRunner,
  copy: PlanCopy,
  request: PlanRequest,
): Promise<Result<TerraformPlan>> {
  const { addresses, present, isEnough } = request;
  const { seen } = copy;
  const made = await makePlan(terraform, copy, request);
  if (!made.ok) return made;
  const { events, file, hasDrift, plan } = made.value;
  const whole = (plan: TerraformPlan) =>
    seen === undefined ? plan : withDrift(plan, seen, addresses);
  const quiet = present && quietPlan(events, addresses, stillThere(present, seen));
  if (quiet !== undefined && isEnough?.(whole(quiet)) === true) return ok(whole(quiet));
  const shown = plan === undefined ? await terraform.showPlan(copy.dir, file) : ok(plan);
  return shown.ok && !hasDrift ? ok(whole(shown.value)) : shown;
}

interface MadePlan {
  readonly events: PlanEvents;
  readonly file: string;
  /** The plan in the file has the drift that was seen. */
  readonly hasDrift: boolean;
  /** The same, where somebody looked at it. */
  readonly plan?: TerraformPlan;
}

/** The plan that was made while what is live was read, where it is of the same; else a new one. */
async function makePlan(
  terraform: TerraformRunner,
  { dir, seen }: PlanCopy,
  request: PlanRequest,
): Promise<Result<MadePlan>> {
  const { addresses } = request;
  if (seen?.patched !== undefined && isPlanOf(seen, request.files, addresses)) {
    // What drifted is known, and added to what the events tell.
    const events = { ...seen.patched.events, drifted: [] };
    return ok({ events, file: seen.file, hasDrift: true, ...(seen.plan && { plan: seen.plan }) });
  }
  const file = 'parley.tfplan';
  const options: PlanOptions = {
    out: file,
    targets: addresses,
    ...(request.refresh === false && { refresh: false }),
    ...(request.varFiles && { varFiles: request.varFiles }),
    ...(request.vars && { vars: request.vars }),
    ...(request.parallelism !== undefined && { parallelism: request.parallelism }),
  };
  const planned = await terraform.plan(dir, options);
  return planned.ok ? ok({ events: planned.value, file, hasDrift: false }) : planned;
}

/** Instances that the refreshed state has, too. */
function stillThere(
  present: ReadonlySet<string>,
  seen: SeenDifferences | undefined,
): ReadonlySet<string> {
  const gone = (seen?.drift ?? []).filter(({ actions }) => actions.includes('delete'));
  const without = new Set(present);
  for (const { address } of gone) without.delete(address);
  return without;
}
