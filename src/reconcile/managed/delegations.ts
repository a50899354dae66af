import type { Actor } from '../../model/actor.ts';
import type { Drift } from '../../model/drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import { excludingArgument } from '../../providers/traits/excluded-attributes.ts';
import { asNumber } from '../../stages/arbitration/case/limits.ts';
import { dayAfter } from '../../stages/arbitration/time/term.ts';
import type { Owner } from '../../stages/arbitration/types.ts';
import type { FieldChange } from '../../stages/drift/types.ts';
import { findDelegations, type PatchDelegation } from '../../stages/patch/terraform/delegation.ts';
import { isIgnoredPath } from '../../stages/patch/terraform/ignored.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';

type ActorOf = (event: string) => Actor | undefined;

/**
 * Decides about a change of a field in `ignore_changes`. True if the field is left to anyone. If a
 * note names an owner: `delegated` for the owner's changes within the bounds, and false for all
 * others, which are drift again.
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
 * True if no one may own the field, because the resource lost it through another argument that is
 * not ignored.
 */
function isForbidden(
  { evaluation }: Project,
  address: string,
  [name]: AttributePath,
  { live }: FieldChange,
): boolean {
  const type = evaluation.instance(address)?.declaration.type ?? '';
  const other = typeof name === 'string' ? excludingArgument(type, name) : undefined;
  const isGone = live.kind === 'absent' || (live.kind === 'value' && live.value === null);
  return other !== undefined && isGone && !isIgnoredPath(evaluation, address, [other]);
}

/** The owners to whom drifted fields are delegated, as input for the policy. */
export function createOwnerLookup(
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

/** The delegation of a field that is still in force. */
function inForce(
  project: Project,
  now: string,
): (address: string, path: AttributePath) => PatchDelegation | undefined {
  const held = findDelegations(project, now).filter(({ expired }) => !expired);
  return (address, path) =>
    held.find((one) => one.addresses.includes(address) && startsWith(path, one.path));
}

/** The note contains the name, so the actor's name must be trusted, not chosen by the caller. */
export function isOwnedBy({ owner }: PatchDelegation, actor: Actor | undefined): boolean {
  return actor !== undefined && actor.evidence === 'trusted' && actor.name === owner;
}

function isWithin({ bounds }: PatchDelegation, { live }: FieldChange): boolean {
  if (bounds === undefined) return true;
  const value = live.kind === 'value' ? asNumber(live.value) : undefined;
  if (value === undefined) return false;
  return value >= (bounds.min ?? value) && value <= (bounds.max ?? value);
}

/** An owner who did not act here gets an empty principal, which matches no one. */
function ownerIn({ owner, bounds, until }: PatchDelegation, actor: Actor | undefined): Owner {
  return {
    principal: actor?.principal ?? '',
    name: owner,
    ...(bounds === undefined ? {} : { bounds }),
    ...(until === undefined ? {} : { expires: dayAfter(until) }),
  };
}
