import type { WireKind } from '../../src/providers/derived/format.ts';
import { isNounOf, nounOf, verbOf } from './names.ts';

/** Operation -> type -> phases in which the provider calls it: c, u, d, p (put), t (tag), o. */
export type TypesOf = Readonly<Record<string, Readonly<Record<string, string>>>>;

const makes = new Set(
  'Allocate Copy Create Generate Import Issue Launch Provision Purchase Register Request Run'.split(
    ' ',
  ),
);
const ends = new Set('Delete Deregister Deprovision Release Terminate'.split(' '));

/** Verbs that make a part of something, and their opposites. */
const opposites: Readonly<Record<string, readonly string[]>> = {
  Accept: ['Reject', 'Delete'],
  Add: ['Remove'],
  Associate: ['Disassociate'],
  Attach: ['Detach'],
  Authorize: ['Revoke'],
  Enable: ['Disable'],
  Grant: ['Revoke'],
  Invite: ['Disassociate'],
  Put: ['Delete', 'Remove'],
  Set: ['Delete', 'Unset'],
  Start: ['Stop'],
  Subscribe: ['Unsubscribe'],
};

/** Verbs whose members are what the resource has afterwards, not what joins or leaves it. */
const assigns = new Set('Change Configure Edit Modify Put Replace Set Update Upgrade'.split(' '));

export function assignsMembers(operation: string): boolean {
  return assigns.has(verbOf(operation));
}

/** What the call does to a resource of the type, derived from its verb and when the provider makes it. */
export function kindFor(operation: string, type: string, operations: TypesOf): WireKind {
  const phases = operations[operation]?.[type] ?? '';
  const [verb, noun] = [verbOf(operation), nounOf(operation)];
  if (phases.includes('t') && /tag/i.test(operation)) {
    return /^(?:Untag|Remove|Delete)/.test(operation) ? 'untag' : 'tag';
  }
  const own = Object.keys(operations).filter((one) => operations[one]?.[type] !== undefined);
  const hasMaker = own.some(
    (one) => makes.has(verbOf(one)) && /[cp]/.test(operations[one]?.[type] ?? ''),
  );
  if (makes.has(verb) && /[cp]/.test(phases)) {
    const only = own.filter((one) => makes.has(verbOf(one))).length === 1;
    return only || isNounOf(noun, type) ? 'create' : 'update';
  }
  if (ends.has(verb) && phases.includes('d')) {
    const made = own.some(
      (one) =>
        one !== operation && nounOf(one) === noun && /[cp]/.test(operations[one]?.[type] ?? ''),
    );
    return made || isNounOf(noun, type) ? 'delete' : 'update';
  }
  if (hasMaker) return 'update';
  if (Object.hasOwn(opposites, verb) && /[cp]/.test(phases)) return 'put';
  const isOpposite = own.some(
    (one) => nounOf(one) === noun && (opposites[verbOf(one)] ?? []).includes(verb),
  );
  return phases.includes('d') && isOpposite ? 'delete' : 'update';
}

/**
 * The types that an operation speaks of. A call that makes or ends something means what it is
 * named for, whatever else the provider makes it for.
 */
export function meantTypes(operation: string, operations: TypesOf): readonly string[] {
  const all = Object.keys(operations[operation] ?? {}).sort();
  const verb = verbOf(operation);
  const types = makes.has(verb) ? withoutTwins(all) : all;
  if (!makes.has(verb) && !ends.has(verb)) return types;
  const noun = nounOf(operation);
  const whole = types.filter((type) => isNounOf(noun, type));
  return whole.length === 0 ? types : whole;
}

/** A default resource is never made, and `aws_alb` is an older name. */
function withoutTwins(types: readonly string[]): readonly string[] {
  const first = types.filter((type) => !/^aws_(?:default|alb)(?:_|$)/.test(type));
  return first.length === 0 ? types : first;
}
