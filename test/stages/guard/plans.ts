import type { Outcome } from '../../../src/model/decision.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { type Guarded, judgeGuardedPlan } from '../../../src/stages/guard/judge.ts';
import type { KnownDrift, KnownValues } from '../../../src/stages/guard/known.ts';
import { readGuardPlan } from '../../../src/stages/guard/plan/read.ts';
import type { GuardPlan } from '../../../src/stages/guard/plan/types.ts';
import { GuardV1 } from '../../../src/stages/guard/schema.ts';
import type { GuardOptions } from '../../../src/stages/guard/types.ts';

export const facts = loadHarmFacts();
export const now = '2026-03-14T09:00:00.000Z';

/** A resource change as plans write it; null for a side that does not exist. */
export function changed(
  address: string,
  before: JsonObject | null,
  after: JsonObject | null,
  more: JsonObject = {},
): JsonObject {
  const actions = before === null ? ['create'] : after === null ? ['delete'] : ['update'];
  const type = address.replace(/^(module\.[^.]+\.)*/, '').split('.')[0] ?? '';
  const change = { actions, before, after, after_unknown: {}, ...more };
  return { address, mode: 'managed', type, name: 'x', change };
}

export interface PlanParts {
  readonly changes?: readonly JsonObject[];
  readonly drift?: readonly JsonObject[];
  /** Values by address. */
  readonly prior?: Readonly<Record<string, JsonObject>>;
  readonly more?: JsonObject;
}

/** The JSON of a plan that was made at half past eight. */
export function planJson({
  changes = [],
  drift = [],
  prior = {},
  more = {},
}: PlanParts): JsonObject {
  const resources = Object.entries(prior).map(([address, values]) => ({
    address,
    mode: 'managed',
    type: address.split('.').at(-2) ?? '',
    values,
  }));
  return {
    format_version: '1.2',
    terraform_version: '1.9.0',
    timestamp: '2026-03-14T08:30:00Z',
    planned_values: {},
    resource_changes: changes as Json,
    resource_drift: drift as Json,
    prior_state: { values: { root_module: { resources } } },
    ...more,
  };
}

export function planOf(parts: PlanParts): GuardPlan {
  const read = readGuardPlan(JSON.stringify(planJson(parts)), 'plan.json');
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const seenAt = '2026-03-14T02:14:00.000Z';

/** What maria did at night: by default to `aws_autoscaling_group.web`, from 3 to 8. */
export function openDrift(
  outcome: Outcome | undefined,
  more: Partial<OpenDrift> = {},
  verdict: Partial<NonNullable<KnownDrift['verdict']>> = {},
): KnownDrift {
  const drift: OpenDrift = {
    id: 'd-000000000001',
    address: 'aws_autoscaling_group.web',
    type: 'aws_autoscaling_group',
    path: ['desired_capacity'],
    declared: { kind: 'value', value: 3 },
    live: { kind: 'value', value: 8 },
    state: 'open',
    before: { kind: 'value', value: 3 },
    evidence: [{ event: 'e-1', time: seenAt, operation: 'SetDesiredCapacity', actor: 'maria' }],
    firstSeen: '2026-03-14T02:30:00.000Z',
    lastConfirmed: { at: '2026-03-14T03:00:00.000Z', how: 'read-back' },
    verdicts: [],
    ...more,
  };
  const intent = {
    id: 'i-000000000001',
    who: 'maria',
    summary: 'Raised the capacity of web during the incident',
    since: seenAt,
  };
  if (outcome === undefined) return { drift };
  return { drift, intent, verdict: { outcome, rule: 'some-rule', ...verdict } };
}

export function known(parts: Partial<KnownValues>): KnownValues {
  return { store: true, drifts: [], delegations: [], declarations: [], ...parts };
}

export function guard(
  plan: GuardPlan,
  what: Partial<KnownValues> = {},
  more: { readonly base?: GuardPlan; readonly options?: Partial<GuardOptions> } = {},
): Guarded {
  const options = { now, blockFrom: 4, ...more.options } as const;
  const base = more.base === undefined ? {} : { base: more.base };
  const guarded = judgeGuardedPlan({ plan, ...base, known: known(what), facts, options });
  // Whatever a test does, the report must conform to docs/guard.schema.json.
  GuardV1.parse(guarded.report);
  return guarded;
}

/** A change of one attribute of one resource; `rest` has its other attributes. */
export function set(
  address: string,
  path: AttributePath,
  from: Json,
  to: Json,
  rest: JsonObject = {},
): JsonObject {
  const [name] = path;
  const at = (value: Json): JsonObject => ({ ...rest, [String(name)]: value });
  return changed(address, at(from), at(to));
}
