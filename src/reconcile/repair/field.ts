import type { PlanDifference } from '../../code/terraform/run/difference.ts';
import type { PlannedChange } from '../../code/terraform/run/plan.ts';
import { credentialAt } from '../../model/credential/find.ts';
import type { Drift } from '../../model/drift.ts';
import { driftId } from '../../model/id.ts';
import { isJsonArray, type Json } from '../../model/json.ts';
import { type AttributePath, startsWith, valueAtPath } from '../../model/path.ts';
import { collectionKind } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { equivalent } from '../../stages/drift/equal.ts';

/** The drift with the live value that the plan shows; undefined if that is the same. */
export function correctedField(drift: Drift, change: PlannedChange): Drift | undefined {
  if (change.before === null || drift.path.length === 0) return undefined;
  const last = drift.path.at(-1);
  if (typeof last === 'object') return correctedMember(drift, change);
  const related = change.differences.some(
    ({ path }) => startsWith(path, drift.path) || startsWith(drift.path, path),
  );
  const live = related ? valueAtPath(change.before, drift.path) : undefined;
  if (live === undefined || isSecret(change, drift.path, live)) return undefined;
  const logged = drift.live.kind === 'value' ? drift.live.value : null;
  if (equivalent(logged, live)) return undefined;
  return { ...drift, basis: 'confirmed', live: { kind: 'value', value: live } };
}

/**
 * Corrects a member that was added to a collection and differs from the log, if there is exactly
 * one candidate.
 */
function correctedMember(drift: Drift, change: PlannedChange): Drift | undefined {
  const home = drift.path.slice(0, -1);
  if (drift.live.kind !== 'value' || home.some((step) => typeof step === 'object'))
    return undefined;
  const live = valueAtPath(change.before ?? null, home);
  const planned = valueAtPath(change.after ?? null, home);
  if (!isJsonArray(live) || !isJsonArray(planned)) return undefined;
  const [real, ...more] = live.filter((one) => !planned.some((other) => equivalent(one, other)));
  const [wrong, ...others] = planned.filter((one) => !live.some((other) => equivalent(one, other)));
  if (real === undefined || wrong === undefined || more.length + others.length > 0) {
    return undefined;
  }
  if (credentialAt(home, real) !== undefined) return undefined;
  return {
    ...drift,
    basis: 'confirmed',
    path: [...home, { element: real }],
    live: { kind: 'value', value: real },
  };
}

/**
 * Other differences that the plan shows in the attribute or block that drifted, as separate drifts.
 * Members of sets are skipped, since their place cannot be expressed.
 */
export function besideField(
  drift: Drift,
  change: PlannedChange,
  known: readonly Drift[],
  schema: ProviderSchema,
): readonly Drift[] {
  const [top] = drift.path;
  const own = known.filter(({ address }) => address === drift.address);
  return change.differences
    .filter(({ path }) => path[0] === top && path.length > 1)
    .filter(({ path, before, after }) => {
      if (before === null && after === null) return false;
      if (isWithinSet(drift.type, path, schema)) return false;
      return !own.some((other) => startsWith(path, other.path) || startsWith(other.path, path));
    })
    .map((difference) => shownDrift(drift, difference));
}

function shownDrift(drift: Drift, { path, before, after }: PlanDifference): Drift {
  const { address, type, evidence } = drift;
  const declared = sideOf(path, after);
  const live = sideOf(path, before);
  const credential = credentialAt(path, before ?? null) ?? credentialAt(path, after ?? null);
  return {
    id: driftId({ address, path, declared, live }),
    address,
    type,
    path,
    declared,
    declaredFrom: 'code',
    live,
    evidence,
    basis: 'confirmed',
    ...(credential === undefined ? {} : { credential }),
  };
}

function sideOf(path: AttributePath, value: Json | undefined): Drift['live'] {
  if (value === undefined || value === null) return { kind: 'absent' };
  return credentialAt(path, value) === undefined ? { kind: 'value', value } : { kind: 'redacted' };
}

function isWithinSet(type: string, path: AttributePath, schema: ProviderSchema): boolean {
  return path.some((_, at) => collectionKind(schema, type, path.slice(0, at)) === 'set');
}

function isSecret({ secrets }: PlannedChange, path: AttributePath, live: Json): boolean {
  if (credentialAt(path, live) !== undefined) return true;
  return secrets.some((secret) => startsWith(secret.path, path) || startsWith(path, secret.path));
}
