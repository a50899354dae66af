import type { Result } from '../../model/result.ts';
import { ok } from '../../model/result.ts';
import { type PlanCopy, type PlanCopyInput, preparePlanCopy } from './copy.ts';
import { type JudgeOptions, judgePlan, type PlanVerdict } from './judge.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions, TerraformRunner } from './types.ts';

export interface PlanRequest extends PlanCopyInput {
  /** Addresses that the patch is about, adopted ones included; the plan is limited to them. */
  readonly addresses: readonly string[];
  readonly varFiles?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  /** Folder with unpacked providers, where the project has none installed. */
  readonly pluginDir?: string;
}

/** A plan of the patched project against a copy of its state. Nothing real is changed. */
export async function planPatched(
  terraform: TerraformRunner,
  request: PlanRequest,
): Promise<Result<Plan>> {
  const copy = await preparePlanCopy(request);
  if (!copy.ok) return copy;
  try {
    return await planCopy(terraform, copy.value, request);
  } finally {
    await copy.value.dispose();
  }
}

/** Level `plan` of the verification: what the real tool says of a patch. */
export async function verifyPlan(
  terraform: TerraformRunner,
  request: PlanRequest,
  options: JudgeOptions,
): Promise<Result<PlanVerdict>> {
  const plan = await planPatched(terraform, request);
  return plan.ok ? ok(judgePlan(plan.value, request.addresses, options)) : plan;
}

async function planCopy(
  terraform: TerraformRunner,
  copy: PlanCopy,
  request: PlanRequest,
): Promise<Result<Plan>> {
  const pluginDir = request.pluginDir ?? copy.pluginDir;
  const ready = await terraform.init(copy.dir, { ...(pluginDir !== undefined && { pluginDir }) });
  if (!ready.ok) return ready;
  const out = 'parley.tfplan';
  const options: PlanOptions = {
    out,
    targets: request.addresses,
    ...(request.varFiles && { varFiles: request.varFiles }),
    ...(request.vars && { vars: request.vars }),
  };
  const planned = await terraform.plan(copy.dir, options);
  return planned.ok ? terraform.showPlan(copy.dir, out) : planned;
}
