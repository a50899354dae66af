import { isDeepStrictEqual } from 'node:util';
import {
  type PlannedChange,
  parsePlan,
  type TerraformPlan,
} from '../../../../../src/code/terraform/run/plan.ts';
import { planInFile } from '../../../../../src/code/terraform/run/saved/read.ts';
import { loadSchema } from '../../../../../src/providers/schema/load.ts';
import type { ProviderSchema } from '../../../../../src/providers/schema/types.ts';

const shipped = loadSchema();

/**
 * Where reading a saved plan gives something other than what Terraform shows, each an address or a
 * part of the plan; empty if both are the same, including values and secrets.
 */
export async function misread(
  planFile: string,
  shown: string,
  schema = shipped,
): Promise<readonly string[]> {
  const expected = parsePlan(shown, planFile);
  if (!expected.ok) return [expected.error.message];
  const read = await planInFile(planFile, schema);
  if (read === undefined) return isKnown(expected.value, schema) ? ['It is not read.'] : [];
  const [own, theirs] = [read, expected.value].map(opened);
  const names = new Set([...Object.keys(own ?? {}), ...Object.keys(theirs ?? {})]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(own?.[name], theirs?.[name]))
    .map((name) => `${name}: ${JSON.stringify(own?.[name])} for ${JSON.stringify(theirs?.[name])}`);
}

/** Plans with a type whose schema does not ship with Parley are left to Terraform. */
function isKnown(
  { resourceChanges, resourceDrift }: TerraformPlan,
  schema: ProviderSchema,
): boolean {
  return [...resourceChanges, ...resourceDrift].every(
    ({ mode, type }) => mode === 'data' || schema.resource(type) !== undefined,
  );
}

/**
 * Everything a plan contains, by subject, except what the code sets, which only Terraform tells.
 */
function opened(plan: TerraformPlan): Record<string, unknown> {
  const { configures: _, resourceChanges, resourceDrift, ...rest } = plan;
  const all = (what: string, changes: readonly PlannedChange[]) =>
    changes.map((one) => [`${what} of ${one.address}`, openedChange(one)] as const);
  return {
    ...rest,
    ...Object.fromEntries([...all('change', resourceChanges), ...all('drift', resourceDrift)]),
  };
}

function openedChange({ planned, secrets, ...change }: PlannedChange): object {
  return {
    ...change,
    planned: planned.open(),
    secrets: secrets.map(({ typed, ...secret }) => ({ ...secret, typed: typed?.open() })),
  };
}
