import type { Actor } from '../../model/actor.ts';
import { credentialAt } from '../../model/credential/find.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import { startsWith } from '../../model/path.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import { asNumber } from '../../stages/arbitration/case/limits.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { makeDrift } from '../../stages/drift/report.ts';
import { treeSide } from '../../stages/drift/tree.ts';
import type { PatchDelegation } from '../../stages/patch/terraform/delegation.ts';
import type { LiveState } from '../drift/read-back.ts';
import { baselineAt, declaredAt, isSecretAttribute } from '../managed/declared.ts';
import type { Stage } from '../stages.ts';

/**
 * One field of a delegation that has ended: its declared and live values, and who set it, if known.
 */
export interface EndedField {
  /** Also present if both sides agree. */
  readonly drift: Drift;
  /** True if an apply does not change it once the rule is gone. */
  readonly agrees: boolean;
  /** The actor who last wrote the live value; undefined if only the provider shows it. */
  readonly writer: Actor | undefined;
  /** True if the live value is known and within the bounds in the note. */
  readonly within: boolean;
}

/**
 * The live values of a delegation's fields: derived from the evidence and corrected by a read-back,
 * or read by the provider if there are no events. The state alone is not sufficient, since its age
 * is unknown.
 */
export function endedFields(
  stage: Stage,
  delegation: PatchDelegation,
  left: readonly Drift[],
  live: LiveState | undefined,
): readonly EndedField[] {
  const { path } = delegation;
  return delegation.addresses.flatMap((address) => {
    const touched = left.filter((one) => one.address === address && startsWith(one.path, path));
    const drifts = touched.length > 0 ? touched : [untouched(stage, delegation, address, live)];
    const isUnread = live !== undefined && !live.resources.has(address);
    return drifts.map((drift) => endedField(stage, delegation, isUnread ? unread(drift) : drift));
  });
}

function endedField(
  { input, ingested }: Stage,
  delegation: PatchDelegation,
  drift: Drift,
): EndedField {
  const hint = schemaHints(input.providers.schema)(drift.type, drift.path);
  const { declared, live } = drift;
  const agrees =
    isKnown(declared) && isKnown(live) && equivalent(valueIn(declared), valueIn(live), hint);
  const event = drift.writes?.at(-1)?.event;
  return {
    drift,
    // An apply does not set what the code leaves to the provider.
    agrees: agrees || (isKnown(live) && drift.undeclared === true),
    writer: event === undefined ? undefined : ingested.events.get(event)?.actor,
    within: isWithin(delegation, live),
  };
}

function untouched(
  { input, loaded, index }: Stage,
  { type, path }: PatchDelegation,
  address: string,
  live: LiveState | undefined,
): Drift {
  const { evaluation } = loaded.project;
  const declared = declaredAt(evaluation, index, address, path);
  const read = live?.resources.get(address);
  const isSecret =
    isSensitive(input.providers.schema, type, path) ||
    isSecretAttribute(evaluation, address, path) ||
    read?.resource.secrets.some((secret) => startsWith(path, secret.path)) === true;
  const old = baselineAt(index, address, path);
  const sides = { declared: declared.value, declaredFrom: declared.from, writes: [] };
  if (read === undefined || read.resource.kind === 'gone') {
    const why =
      read === undefined
        ? 'It has not been checked since it was delegated.'
        : 'The provider does not find the resource.';
    return makeDrift({ address, type }, path, { ...sides, live: { kind: 'unknown', why } });
  }
  const now = read.at(path) ?? old;
  const credential = credentialAt(path, now ?? null);
  const isHidden = isSecret || credential !== undefined;
  const value: DriftValue = isHidden ? { kind: 'redacted' } : treeSide(now);
  return makeDrift({ address, type }, path, {
    ...sides,
    live: value,
    confirmed: true,
    ...(credential === undefined ? {} : { credential }),
  });
}

/** A read-back was requested but did not reach the resource, so the log alone is not sufficient. */
function unread(drift: Drift): Drift {
  const why = 'The provider could not be asked about it.';
  return { ...drift, live: { kind: 'unknown', why }, basis: 'inferred' };
}

function isKnown({ kind }: DriftValue): boolean {
  return kind === 'value' || kind === 'absent';
}

function valueIn(side: DriftValue): Parameters<typeof equivalent>[0] {
  return side.kind === 'value' ? side.value : undefined;
}

function isWithin({ bounds }: PatchDelegation, live: DriftValue): boolean {
  if (!isKnown(live)) return false;
  if (bounds === undefined) return true;
  const number = live.kind === 'value' ? asNumber(live.value) : undefined;
  if (number === undefined) return false;
  return number >= (bounds.min ?? number) && number <= (bounds.max ?? number);
}
