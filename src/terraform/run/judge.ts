import { isComputedOnly } from '../../catalog/schema/query.ts';
import type { ProviderSchema } from '../../catalog/schema/types.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { isDerived } from './derived.ts';
import type { Difference } from './difference.ts';
import type { Plan, PlannedChange } from './plan.ts';

export interface PlanVerdict {
  readonly clean: boolean;
  /** What speaks against it, a sentence each. */
  readonly findings: readonly string[];
}

export interface JudgeOptions {
  readonly schema: ProviderSchema;
  /** Addresses of new code for things that exist: to be imported and nothing else. */
  readonly adopted?: readonly string[];
  /** What other patches in the same plan are about, each of which is judged on its own. */
  readonly others?: readonly string[];
  /** The plan before the patch: what it would change already is not held against the patch. */
  readonly baseline?: Plan;
  /** Tells of attributes that the code sets, `dynamic` blocks included, beside what the plan says. */
  readonly declares?: (address: string, attribute: string) => boolean;
}

/**
 * Whether a plan proves a patch: nothing to change at the touched addresses, and no drift left
 * there that the code does not speak of. "No changes" alone proves little, since Terraform is
 * content with any value of an attribute that the code leaves open.
 */
export function judgePlan(
  plan: Plan,
  addresses: readonly string[],
  options: JudgeOptions,
): PlanVerdict {
  const adopted = new Set(options.adopted ?? []);
  const touched = new Set([...addresses, ...adopted]);
  const isTouched = ({ address, previousAddress = '' }: PlannedChange): boolean =>
    touched.has(address) || touched.has(previousAddress);
  const others = new Set(options.others ?? []);
  const strays = plan.resourceChanges.filter(
    ({ address, previousAddress }) => !others.has(address) && !others.has(previousAddress ?? ''),
  );
  const findings = [
    ...(plan.errored ? ['Terraform stopped planning with an error.'] : []),
    ...[...touched].sort().flatMap((address) => missing(plan, address, adopted.has(address))),
    ...plan.resourceChanges.filter(isTouched).flatMap(changeFindings),
    ...strays
      .filter((change) => !isTouched(change))
      .flatMap((change) => strayFindings(change, plan, adopted.size > 0, options.baseline)),
    ...plan.resourceDrift
      .filter(({ address }) => touched.has(address))
      .flatMap((drift) => driftFindings(drift, plan, options)),
  ];
  return { clean: findings.length === 0, findings };
}

function missing(plan: Plan, address: string, adopted: boolean): readonly string[] {
  const change = plan.resourceChanges.find((other) => other.address === address);
  if (adopted && change?.importing === undefined) return [`${address} would not be imported.`];
  const gone = plan.resourceDrift.some(
    (drift) => drift.address === address && drift.actions.includes('delete'),
  );
  if (change !== undefined || gone) return [];
  return [`${address} is not part of the plan.`];
}

function changeFindings(change: PlannedChange): readonly string[] {
  if (isIdle(change)) return [];
  const values = change.before === null || change.after === null ? [] : change.unknown;
  const [first, ...others] = [
    ...change.differences.map(describe),
    ...values.map((path) => `${path}: known after apply`),
  ];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = first === undefined ? '' : ` (${first}${more})`;
  return [`Terraform would ${verb(change)} ${change.address}${what}.`];
}

/** A patch must not reach further than its addresses. */
function strayFindings(
  change: PlannedChange,
  plan: Plan,
  adopting: boolean,
  baseline: Plan | undefined,
): readonly string[] {
  if (isIdle(change) && change.importing === undefined) return [];
  if (baseline === undefined && !adopting) return [];
  const before = baseline?.resourceChanges.find(({ address }) => address === change.address);
  if (before !== undefined && isSameChange(before, change)) return [];
  if (isIdle(change)) return [`Terraform would import ${change.address}, which nobody asked for.`];
  const { counts } = plan;
  const sum = `${counts.add} to add, ${counts.change} to change, ${counts.destroy} to destroy`;
  return [
    `Terraform would ${verb(change)} ${change.address}, which the patch is not about (${sum}).`,
  ];
}

function driftFindings(drift: PlannedChange, plan: Plan, options: JudgeOptions): readonly string[] {
  return drift.differences
    .filter(({ path }) => {
      const attribute = path[0];
      if (typeof attribute !== 'string') return false;
      if (isDerived(drift.type, attribute)) return false;
      if (isProvidersOwn(options.schema, drift.type, path)) return false;
      if (plan.configures(drift.address, attribute)) return false;
      return options.declares?.(drift.address, attribute) !== true;
    })
    .map((left) => `${drift.address} still drifts where the code is silent: ${describe(left)}.`);
}

/** Positions in a plan may be those of set members, which the schema knows by content only. */
function isProvidersOwn(schema: ProviderSchema, type: string, path: AttributePath): boolean {
  const named = path.map((step) => (typeof step === 'number' ? { element: null } : step));
  return isComputedOnly(schema, type, path) || isComputedOnly(schema, type, named);
}

function isSameChange(a: PlannedChange, b: PlannedChange): boolean {
  const text = ({ actions, differences }: PlannedChange) => JSON.stringify([actions, differences]);
  return text(a) === text(b);
}

function isIdle(change: PlannedChange): boolean {
  return change.actions.every((action) => action === 'no-op' || action === 'read');
}

function verb({ actions }: PlannedChange): string {
  const has = (action: string) => actions.includes(action);
  if (has('create') && has('delete')) return 'replace';
  if (has('create')) return 'create';
  if (has('delete')) return 'destroy';
  return actions[0] ?? 'change';
}

function describe({ path, before, after }: Difference): string {
  const value = (side: Json | undefined) => displayText(JSON.stringify(side ?? null), 80);
  if (before === null && after === null) return `${formatPath(path)}, a sensitive value`;
  return `${formatPath(path)}: ${value(before)} -> ${value(after)}`;
}
