import {
  type FileResourceChange,
  notAPlan,
  type PlanFile,
  readPlanFile,
} from '../../../code/terraform/run/plan-file.ts';
import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { compareText, displayText } from '../../../model/text.ts';
import type { GuardPlan, PlannedResource, SeenDrift, Side } from './types.ts';

/**
 * Reads the output of `terraform show -json` or `tofu show -json` for a plan, with its values,
 * which are compared but never shown where marked as sensitive. `file` is named in problems.
 */
export function readGuardPlan(text: string, file: string): Result<GuardPlan> {
  const read = readPlanFile(text.replace(/^\uFEFF/, ''), file);
  if (!read.ok) return read;
  const plan = read.value;
  if (isTooDeep(plan)) return fail(notAPlan(file));
  // A state has a format version too, and would pass for a plan that changes nothing.
  const parts = [plan.planned_values, plan.resource_changes, plan.configuration];
  if (parts.every((part) => part === undefined || part === null)) return fail(notAPlan(file));
  const [major = ''] = plan.format_version.split('.');
  if (major !== '0' && major !== '1') return fail(unknownFormat(file, plan.format_version));
  return ok(planOf(plan));
}

function planOf(plan: PlanFile): GuardPlan {
  const { resources, accounts } = readPriorState(plan.prior_state as Json | undefined);
  const drift = (plan.resource_drift ?? []).filter(isWhole).map(seenDrift);
  const createdAt = plan.timestamp ?? '';
  return {
    terraformVersion: displayText(plan.terraform_version ?? '', 40),
    ...(Number.isNaN(Date.parse(createdAt)) ? {} : { createdAt }),
    errored: plan.errored === true,
    complete: plan.complete !== false,
    changes: (plan.resource_changes ?? [])
      .filter(isWhole)
      .flatMap((each) => plannedResource(each))
      .sort((a, b) => compareText(a.address, b.address)),
    drift: new Map(drift.map((each) => [each.address, each])),
    prior: resources,
    accounts,
  };
}

/** False for data sources and for deposed objects, which no code declares any more. */
function isWhole({ mode, deposed }: FileResourceChange): boolean {
  return mode === 'managed' && (deposed === undefined || deposed === null || deposed === '');
}

function plannedResource(resource: FileResourceChange): readonly PlannedResource[] {
  const { change, address, type } = resource;
  const kind = kindOf(change.actions);
  if (kind === undefined) return [];
  const previous = resource.previous_address;
  const sides = sidesOf(change);
  return [
    {
      address,
      ...(previous ? { previousAddress: previous } : {}),
      type,
      kind,
      isImport: change.importing !== undefined && change.importing !== null,
      before: kind === 'create' ? undefined : sides.before,
      after: kind === 'delete' ? undefined : sides.after,
    },
  ];
}

/** Undefined for actions that leave the resource unchanged: `no-op`, `read` and `forget`. */
function kindOf(actions: readonly string[]): PlannedResource['kind'] | undefined {
  const has = (action: string) => actions.includes(action);
  if (has('create') && (has('delete') || has('forget'))) return 'replace';
  if (has('create')) return 'create';
  if (has('delete')) return 'delete';
  return has('update') ? 'update' : undefined;
}

function seenDrift({ address, change }: FileResourceChange): SeenDrift {
  return { address, ...sidesOf(change) };
}

function sidesOf(change: FileResourceChange['change']): Pick<SeenDrift, 'before' | 'after'> {
  const unknown = (change.after_unknown ?? false) as Json;
  return {
    before: side(change.before, false, change.before_sensitive),
    after: side(change.after, unknown, change.after_sensitive),
  };
}

function side(value: unknown, unknown: Json, sensitive: unknown): Side | undefined {
  const values = (value ?? null) as Json;
  if (!isJsonObject(values)) return undefined;
  return { values, unknown, sensitive: (sensitive ?? false) as Json };
}

function unknownFormat(file: string, version: string) {
  return {
    code: 'plan-format',
    message: `The format ${displayText(version, 20)} of this plan is not known.`,
    place: { file },
    hint: 'Update Parley, or make the plan with a version of Terraform or OpenTofu that writes format 1.',
  };
}

/** Deeper than any provider nests values, and far below where recursion would overflow. */
const deepest = 200;

/** True for a value that is nested too deeply for recursive code. */
function isTooDeep(value: unknown): boolean {
  let level: readonly object[] = isObject(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface PriorState {
  /** Managed resources by address. */
  readonly resources: ReadonlyMap<string, Side>;
  readonly accounts: readonly string[];
}

/** The state that a plan is based on, from its `prior_state`. */
function readPriorState(state: Json | undefined): PriorState {
  const resources = new Map<string, Side>();
  const accounts = new Set<string>();
  const modules = [jsonAt(state, 'values', 'root_module')];
  for (let module = modules.pop(); module !== undefined; module = modules.pop()) {
    for (const each of list(jsonAt(module, 'resources'))) {
      const [address, values] = [jsonAt(each, 'address'), jsonAt(each, 'values')];
      if (typeof address !== 'string' || !isJsonObject(values)) continue;
      const found = accountOf(each, values);
      if (found !== undefined) accounts.add(found);
      if (jsonAt(each, 'mode') !== 'managed') continue;
      const sensitive = jsonAt(each, 'sensitive_values') ?? false;
      resources.set(address, { values, unknown: false, sensitive });
    }
    modules.push(...list(jsonAt(module, 'child_modules')));
  }
  return { resources, accounts: [...accounts].sort() };
}

/** The account that owns a resource, or that a data source returns as the caller's own. */
function accountOf(resource: Json, values: Json): string | undefined {
  const isManaged = jsonAt(resource, 'mode') === 'managed';
  const arn = isManaged ? jsonAt(values, 'arn') : undefined;
  const isCaller = jsonAt(resource, 'type') === 'aws_caller_identity';
  const own = isCaller ? jsonAt(values, 'account_id') : jsonAt(values, 'owner_id');
  const account = typeof arn === 'string' ? arn.split(':')[4] : isManaged || isCaller ? own : '';
  return typeof account === 'string' && /^\d{12}$/.test(account) ? account : undefined;
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
