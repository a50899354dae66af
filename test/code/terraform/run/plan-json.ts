import type { TerraformPlan } from '../../../../src/code/terraform/run/plan.ts';
import { parsePlan } from '../../../../src/code/terraform/run/plan.ts';
import type { Json } from '../../../../src/model/json.ts';

export type Members = { readonly [key: string]: Json };

/** An entry of `resource_changes` or `resource_drift`. */
export function change(
  address: string,
  actions: readonly string[],
  before: Json,
  after: Json,
  more: Members = {},
): Members {
  const type = /([a-z]\w*)\.[\w-]+(?:\[[^\]]*\])?$/.exec(address)?.[1] ?? 'aws_x';
  const mode = /(?:^|\.)data\./.test(address) ? 'data' : 'managed';
  return { address, mode, type, name: 'x', change: { actions, before, after, ...more } };
}

export function idle(address: string, values: Json = {}, more: Members = {}): Members {
  return change(address, ['no-op'], values, values, more);
}

/** The output of `terraform show -json` for a plan. */
export function planText(members: Members): string {
  return JSON.stringify({ format_version: '1.2', terraform_version: '1.11.4', ...members });
}

export function plan(members: Members): TerraformPlan {
  const parsed = parsePlan(planText(members), 'x.tfplan');
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
