import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import { type AttributePath, formatPath, startsWith, valueAtPath } from '../../../model/path.ts';
import type { Result } from '../../../model/result.ts';
import { ok } from '../../../model/result.ts';
import { compareKeys, compareText } from '../../../model/text.ts';
import {
  maskSensitive,
  readMask,
  type SecretTree,
  secretsAt,
  secretTree,
  stripSecrets,
  withCopies,
} from '../state/sensitive.ts';
import { configuredAttributes } from './configured.ts';
import { type PlanDifference, planDifferences } from './difference.ts';
import { type FileResourceChange, readPlanFile } from './plan-file.ts';
import { Sealed } from './sealed.ts';
import { isOpenByType } from './typed-secrets.ts';

/** A change of one resource instance: from live to planned, or for drift, from state to live. */
export interface PlannedChange {
  readonly address: string;
  /** The address before a `moved` block. */
  readonly previousAddress?: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly actions: readonly string[];
  /** Without sensitive values; null where the resource does not exist. */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Known values that differ, without noise. A sensitive one is included as null on both sides. */
  readonly differences: readonly PlanDifference[];
  /** Paths of values that are known only after apply, as text. */
  readonly unknown: readonly string[];
  /** Id of the imported object. */
  readonly importing?: string;
  /** The paths of sensitive values, and whether they changed; nothing else about them is kept. */
  readonly secrets: readonly SecretPlace[];
  /** The planned values, including secrets, for comparison with another plan. */
  readonly planned: Sealed;
}

export interface SecretPlace {
  readonly path: AttributePath;
  readonly changed: boolean;
  /**
   * The value after the change, if the cloud's own type says that it is not secret. The code may
   * still declare it sensitive, so it remains sealed here.
   */
  readonly typed?: Sealed;
}

export interface PlanCounts {
  readonly import: number;
  readonly add: number;
  readonly change: number;
  readonly destroy: number;
}

export interface TerraformPlan {
  readonly terraformVersion: string;
  /** Planning stopped with an error; the rest is incomplete. */
  readonly errored: boolean;
  /** Sorted by address, including instances without a change. */
  readonly resourceChanges: readonly PlannedChange[];
  readonly resourceDrift: readonly PlannedChange[];
  /** Addresses that would be imported, sorted. */
  readonly importing: readonly string[];
  /** Names of outputs of the root module that would change, sorted. */
  readonly outputs: readonly string[];
  readonly counts: PlanCounts;
  /**
   * True if the code sets the attribute, or has a block of that type, in the resource at the
   * address. Terraform does not report `dynamic` blocks, so false may be wrong.
   */
  configures(address: string, attribute: string): boolean;
}

/** Parses the output of `terraform show -json` for a plan. `file` is only used in problems. */
export function parsePlan(text: string, file: string): Result<TerraformPlan> {
  const read = readPlanFile(text, file);
  if (!read.ok) return read;
  const plan = read.value;
  return ok(
    makePlan({
      terraformVersion: plan.terraform_version ?? '',
      errored: plan.errored === true,
      resourceChanges: (plan.resource_changes ?? []).map(plannedChange),
      resourceDrift: (plan.resource_drift ?? []).map(plannedChange),
      outputs: Object.entries(plan.output_changes ?? {})
        .filter(([, { actions }]) => actions.some((action) => action !== 'no-op'))
        .map(([name]) => name),
      configures: configuredAttributes(plan.configuration as Json | undefined),
    }),
  );
}

/** A plan made from its parts, in any order, with the properties derived from them. */
export function makePlan(parts: Omit<TerraformPlan, 'importing' | 'counts'>): TerraformPlan {
  const resourceChanges = sorted(parts.resourceChanges);
  return {
    ...parts,
    resourceChanges,
    resourceDrift: sorted(parts.resourceDrift),
    importing: resourceChanges
      .filter(({ importing }) => importing !== undefined)
      .map(({ address }) => address),
    outputs: [...parts.outputs].sort(),
    counts: countChanges(resourceChanges),
  };
}

function plannedChange(resource: FileResourceChange): PlannedChange {
  const { change } = resource;
  const unknown = readMask(change.after_unknown);
  const previous = resource.previous_address;
  const address = resource.deposed
    ? `${resource.address} (deposed ${resource.deposed})`
    : resource.address;
  const place = {
    ...(previous && { previousAddress: previous }),
    ...(change.importing && { importing: change.importing.id ?? '' }),
  };
  const { mode, type } = resource;
  if (mode === 'data')
    return { ...place, ...idleData({ address, mode, type, actions: change.actions }) };
  return {
    ...place,
    ...changeBetween({
      ...{ address, mode, type, actions: change.actions },
      before: objectOrNull(change.before),
      after: objectOrNull(change.after),
      marked: [change.before_sensitive, change.after_sensitive].flatMap(readMask),
      unknown,
    }),
  };
}

/** The change for a data source, whose reading changes nothing. */
export function idleData(
  change: Pick<PlannedChange, 'address' | 'mode' | 'type' | 'actions'>,
): PlannedChange {
  return {
    ...change,
    ...{ before: null, after: null, differences: [], unknown: [], secrets: [] },
    planned: new Sealed(undefined),
  };
}

export interface ChangeSides
  extends Pick<PlannedChange, 'address' | 'mode' | 'type' | 'actions' | 'before' | 'after'> {
  /** Paths of sensitive values, on either side. */
  readonly marked: readonly AttributePath[];
  /** Paths of values that are known only after apply. */
  readonly unknown: readonly AttributePath[];
}

/** The change of an instance, with its secrets removed. */
export function changeBetween(sides: ChangeSides): PlannedChange {
  const { address, mode, type, actions, before, after, unknown } = sides;
  const places = withCopies(type, sides.marked);
  const secret = secretTree(places);
  const known = ({ path }: PlanDifference) => !unknown.some((open) => startsWith(path, open));
  return {
    ...{ address, mode, type, actions },
    before: before && maskSensitive(before, secret),
    after: after && maskSensitive(after, secret),
    differences: visibleDifferences({ before, after }, secret).filter(known),
    unknown: unknown.map(formatPath).sort(),
    secrets: secretPlaces(type, { before, after }, places),
    planned: new Sealed(after ?? undefined),
  };
}

function secretPlaces(
  type: string,
  { before, after }: Sides,
  paths: readonly AttributePath[],
): readonly SecretPlace[] {
  const places = new Map(paths.map((path) => [formatPath(path), path]));
  // States list them in any order.
  const sorted = [...places].sort(compareKeys);
  return sorted.map(([, path]) => ({
    path,
    changed:
      planDifferences(valueAtPath(before ?? undefined, path), valueAtPath(after ?? undefined, path))
        .length > 0,
    ...(isOpenByType(type, path, [before, after]) && {
      typed: new Sealed(valueAtPath(after ?? undefined, path)),
    }),
  }));
}

interface Sides {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** Differences of secrets are included, but not their values. */
function visibleDifferences(
  { before, after }: Sides,
  secret: SecretTree,
): readonly PlanDifference[] {
  if (before === null || after === null) return [];
  return planDifferences(before, after).map((difference) => {
    const below = secretsAt(secret, difference.path);
    const shown = (side: Json | undefined) =>
      side === undefined ? undefined : stripSecrets(side, below);
    if (below.hidden) return { path: difference.path, before: null, after: null };
    return {
      path: difference.path,
      before: shown(difference.before),
      after: shown(difference.after),
    };
  });
}

function countChanges(changes: readonly PlannedChange[]): PlanCounts {
  const managed = changes.filter(({ mode }) => mode === 'managed');
  const count = (action: string) =>
    managed.filter(({ actions }) => actions.includes(action)).length;
  return {
    import: managed.filter(({ importing }) => importing !== undefined).length,
    add: count('create'),
    change: count('update'),
    destroy: count('delete'),
  };
}

function objectOrNull(value: unknown): JsonObject | null {
  const json = (value ?? null) as Json;
  return isJsonObject(json) ? json : null;
}

function sorted(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  return [...changes].sort((a, b) => compareText(a.address, b.address));
}
