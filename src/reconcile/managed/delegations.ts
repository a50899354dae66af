import type { Actor } from '../../model/actor.ts';
import type { Drift } from '../../model/drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import { asNumber } from '../../stages/arbitration/case/limits.ts';
import { dayAfter } from '../../stages/arbitration/time/term.ts';
import type { Owner } from '../../stages/arbitration/types.ts';
import type { FieldChange } from '../../stages/drift/types.ts';
import { findDelegations, type PatchDelegation } from '../../stages/patch/terraform/delegation.ts';
import { isIgnoredPath } from '../../stages/patch/terraform/ignored.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';

type ActorOf = (event: string) => Actor | undefined;

/**
 * Says what becomes of a change of a field that `ignore_changes` names. True where it is left to
 * anybody; where a note says to whom, `delegated` for what the owner did within the bounds, and
 * false for all else, which is drift again.
 */
export function leftToOthers(
  project: Project,
  now: string,
  actorOf: ActorOf,
): (address: string, path: AttributePath, change: FieldChange) => boolean | 'delegated' {
  const delegationOf = inForce(project, now);
  return (address, path, change) => {
    if (!isIgnoredPath(project.evaluation, address, path)) return false;
    const delegation = delegationOf(address, path);
    if (delegation === undefined) return !isForbidden(project, address, path, change);
    const last = change.writes.at(-1);
    const isOwner = last !== undefined && isOwnedBy(delegation, actorOf(last.event));
    return isOwner && isWithin(delegation, change) ? 'delegated' : false;
  };
}

/**
 * Numbers that the provider refuses to plan beside a value of another argument: a table that is paid
 * by request has no capacity, ignored or not.
 */
const capacities: ReadonlySet<string> = new Set(['read_capacity', 'write_capacity']);

/** Nobody may hold the field: the resource lost it to another argument, which is not ignored. */
function isForbidden(
  { evaluation }: Project,
  address: string,
  [name]: AttributePath,
  { live }: FieldChange,
): boolean {
  const type = evaluation.instance(address)?.declaration.type;
  if (type !== 'aws_dynamodb_table' || typeof name !== 'string') return false;
  const isGone = live.kind === 'absent' || (live.kind === 'value' && live.value === null);
  return isGone && capacities.has(name) && !isIgnoredPath(evaluation, address, ['billing_mode']);
}

/** Whom the fields that drifted are delegated to, as the policy asks for it. */
export function ownersOf(
  project: Project,
  now: string,
  actorOf: ActorOf,
  drifts: readonly Drift[],
): (address: string, path: AttributePath) => Owner | undefined {
  const delegationOf = inForce(project, now);
  return (address, path) => {
    const delegation = delegationOf(address, path);
    if (delegation === undefined) return undefined;
    const actors = drifts
      .filter((drift) => drift.address === address && startsWith(drift.path, delegation.path))
      .flatMap(({ evidence }) => evidence.map(actorOf));
    return ownerIn(
      delegation,
      actors.findLast((each) => isOwnedBy(delegation, each)),
    );
  };
}

/** The delegation of a field that still holds. */
function inForce(
  project: Project,
  now: string,
): (address: string, path: AttributePath) => PatchDelegation | undefined {
  const held = findDelegations(project, now).filter(({ expired }) => !expired);
  return (address, path) =>
    held.find((one) => one.addresses.includes(address) && startsWith(path, one.path));
}

/** The note has the name; that it is theirs must not rest on what a caller chose to say. */
function isOwnedBy({ owner }: PatchDelegation, actor: Actor | undefined): boolean {
  return actor !== undefined && actor.evidence === 'trusted' && actor.name === owner;
}

function isWithin({ bounds }: PatchDelegation, { live }: FieldChange): boolean {
  if (bounds === undefined) return true;
  const value = live.kind === 'value' ? asNumber(live.value) : undefined;
  if (value === undefined) return false;
  return value >= (bounds.min ?? value) && value <= (bounds.max ?? value);
}

/** An owner that did not act here has no principal that could be anybody's. */
function ownerIn({ owner, bounds, until }: PatchDelegation, actor: Actor | undefined): Owner {
  return {
    principal: actor?.principal ?? '',
    name: owner,
    ...(bounds === undefined ? {} : { bounds }),
    ...(until === undefined ? {} : { expires: dayAfter(until) }),
  };
}
