import { posix } from 'node:path';
import type { Json, JsonObject } from '../../../model/json.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { PlanCopy } from './copy.ts';
import { type ImportedResource, importText } from './generate.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import { planInputs } from './plan-inputs.ts';
import { standIn } from './typed-secrets.ts';
import type { TerraformRunner } from './types.ts';

const file = 'zzzz_parley_open.tf';
const planFile = 'parley.open.tfplan';

/**
 * Values that the provider marks as secret but the cloud's own type does not, by address and
 * attribute. Terraform generates no configuration for them, but importing the resource into a
 * stand-in that ignores all changes shows their live values in the plan. Nothing real is changed.
 */
export function readOpenValues(
  terraform: TerraformRunner,
  request: CopyRequest,
  imports: readonly ImportedResource[],
): Promise<Result<ReadonlyMap<string, JsonObject>>> {
  const path = posix.join(request.root ?? '.', file);
  const text = imports.map((imported) => importText(imported) + standIn(imported)).join('\n');
  const files = new Map([...request.files, [path, text]]);
  return inCopy(terraform, { ...request, files }, (copy) =>
    readIn(terraform, copy, request, imports),
  );
}

async function readIn(
  terraform: TerraformRunner,
  { dir }: PlanCopy,
  request: CopyRequest,
  imports: readonly ImportedResource[],
): Promise<Result<ReadonlyMap<string, JsonObject>>> {
  const addresses = imports.map(({ address }) => address);
  const planned = await terraform.plan(dir, { ...planInputs(request, addresses), out: planFile });
  if (!planned.ok) return planned;
  const plan = await terraform.showPlan(dir, planFile);
  if (!plan.ok) return plan;
  const values = plan.value.resourceChanges
    .filter(({ address, importing }) => importing !== undefined && addresses.includes(address))
    .map(({ address, secrets }) => {
      const open = secrets.flatMap(({ path: [name], typed }): readonly [string, Json][] =>
        typeof name === 'string' && typed !== undefined ? [[name, typed.open() ?? null]] : [],
      );
      return [address, Object.fromEntries(open)] as const;
    });
  return ok(new Map(values));
}
