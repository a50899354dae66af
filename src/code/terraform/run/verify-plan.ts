import type { Problem, Result } from '../../../model/result.ts';
import { fail, formatProblem, ok } from '../../../model/result.ts';
import type { PlanCopy } from './copy.ts';
import { isUnprepared } from './failure.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import { type JudgeOptions, judgePlan, type PlanVerdict } from './judge.ts';
import type { TerraformPlan } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';
import { planInputs } from './plan-inputs.ts';
import { quietPlan } from './quiet-plan.ts';
import { coversDifference, planReachOf, type SeenDifferences, withDrift } from './seen.ts';
import type { PlanOptions, TerraformRunner } from './types.ts';

export interface PlanRequest extends CopyRequest {
  /** Addresses that the patch concerns, including adopted ones. The plan is limited to them. */
  readonly addresses: readonly string[];
  /** False if the live values are known already and cannot have changed since. */
  readonly refresh?: boolean;
  /** Instances in the state, if known. */
  readonly present?: ReadonlySet<string>;
  /** Whether a plan without values is sufficient. Without this function, no such plan is tried. */
  readonly isEnough?: (plan: TerraformPlan) => boolean;
}

/** Terraform's verdict on a patched project, and the level at which it was checked. */
export interface VerifiedPlan extends PlanVerdict {
  readonly level: 'validate' | 'plan';
  /** The plan that was judged, at level `plan`. */
  readonly plan?: TerraformPlan;
  /** Terraform's message if there is no plan. */
  readonly message?: string;
}

/**
 * The plan of the unpatched project, or an earlier one that shows the same. Nothing real is
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
    return seenPlan(terraform, copy, seen);
  });
}

/** The plan that was made while reading live values, which is read once. */
async function seenPlan(
  terraform: TerraformRunner,
  copy: PlanCopy,
  seen: NonNullable<PlanCopy['seen']>,
): Promise<Result<TerraformPlan>> {
  if (seen.plan !== undefined) return ok(seen.plan);
  const shown = await terraform.showPlan(copy.dir, seen.file);
  if (shown.ok) copy.seen = { ...seen, plan: shown.value };
  return shown;
}

/**
 * Verification at level `validate`: the patched project is valid according to Terraform and the
 * providers' schemas. No cloud is queried, and no state is read.
 */
export function verifyValid(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<VerifiedPlan>> {
  return inCopy(terraform, request, (copy) => validateCopy(terraform, copy));
}

/** A plan of a project that is valid, or a verdict with its errors. */
export type PlannedPatch = VerifiedPlan | TerraformPlan;

/** The plan by which several patches are judged, each with `judged`. */
export function planValid(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<PlannedPatch>> {
  return inCopy(terraform, request, async (copy): Promise<Result<PlannedPatch>> => {
    const plan = await planCopy(terraform, copy, request);
    if (plan.ok || plan.error.code !== 'terraform-failed' || isUnprepared(plan.error)) return plan;
    if (isGone(plan.error)) return ok(gone(plan.error));
    // Planning validates the entire project, but only `validate` reports errors in full.
    const valid = await validateCopy(terraform, copy);
    return !valid.ok || valid.value.clean ? plan : valid;
  });
}

/**
 * True if the target of an `import` block does not exist: then the patch is wrong, not Terraform's
 * run.
 */
function isGone({ message }: Problem): boolean {
  return message.includes('Cannot import non-existent remote object');
}

/** The verdict if Terraform refuses to plan a patched project. */
export function refusedBy({ message, hint }: Problem): VerifiedPlan {
  return { ...plainVerdict([hint === undefined ? message : `${message} ${hint}`]), level: 'plan' };
}

function gone(problem: Problem): VerifiedPlan {
  const text = 'A resource that would be imported no longer exists.';
  return { ...plainVerdict([text]), level: 'plan', message: problem.message };
}

/** A verdict on the entire project. */
function plainVerdict(findings: readonly string[]): PlanVerdict {
  return { clean: findings.length === 0, findings, notes: [], wrong: [], excusable: false };
}

/** The verdict of a plan on the patch for these addresses. */
export function judged(
  planned: PlannedPatch,
  addresses: readonly string[],
  options: JudgeOptions,
): VerifiedPlan {
  if ('level' in planned) return blamed(planned, options);
  return { level: 'plan', plan: planned, ...judgePlan(planned, addresses, options) };
}

/** If several patches share a plan, a missing resource only counts against those that import it. */
function blamed(verified: VerifiedPlan, { adopted = [], named = [] }: JudgeOptions): VerifiedPlan {
  const message = `${verified.message ?? ''} `;
  const gone = adopted.filter((address) => message.includes(` ${address} `));
  if (gone.length === 0) return verified;
  return {
    ...verified,
    findings: gone.map((address) => `${address} would be imported, but no longer exists.`),
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
  const wider = await widerPlan(terraform, copy, request);
  if (wider !== undefined) return ok(wider);
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

/**
 * The plan that was made while reading live values, if it is for the same files and more addresses
 * and nothing in it counts against the patches.
 */
async function widerPlan(
  terraform: TerraformRunner,
  copy: PlanCopy,
  { files, addresses, isEnough }: PlanRequest,
): Promise<TerraformPlan | undefined> {
  const { seen } = copy;
  if (seen === undefined || planReachOf(seen, files, addresses) !== 'wider') return undefined;
  const shown = await seenPlan(terraform, copy, seen);
  return shown.ok && isEnough?.(shown.value) === true ? shown.value : undefined;
}

interface MadePlan {
  readonly events: PlanEvents;
  readonly file: string;
  /** True if the plan in the file includes the drift that was seen. */
  readonly hasDrift: boolean;
  /** The parsed plan, if it has been read. */
  readonly plan?: TerraformPlan;
}

/**
 * The plan that was made while reading live values, if it is for the same files and addresses;
 * otherwise a new one.
 */
async function makePlan(
  terraform: TerraformRunner,
  { dir, seen }: PlanCopy,
  request: PlanRequest,
): Promise<Result<MadePlan>> {
  const { addresses } = request;
  if (seen?.patched !== undefined && planReachOf(seen, request.files, addresses) === 'exact') {
    // The drift is known and is added to the events.
    const events = { ...seen.patched.events, drifted: [] };
    return ok({ events, file: seen.file, hasDrift: true, ...(seen.plan && { plan: seen.plan }) });
  }
  const file = 'parley.tfplan';
  const options: PlanOptions = {
    ...planInputs(request, addresses),
    out: file,
    ...(request.refresh === false && { refresh: false }),
  };
  const planned = await terraform.plan(dir, options);
  return planned.ok ? ok({ events: planned.value, file, hasDrift: false }) : planned;
}

/** The instances that the refreshed state still has. */
function stillThere(
  present: ReadonlySet<string>,
  seen: SeenDifferences | undefined,
): ReadonlySet<string> {
  const gone = (seen?.drift ?? []).filter(({ actions }) => actions.includes('delete'));
  const without = new Set(present);
  for (const { address } of gone) without.delete(address);
  return without;
}
