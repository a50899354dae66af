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

/** Verbs that create a part of something, and their opposites. */
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

/** Verbs whose members are the new content of the resource, not what is added or removed. */
const assigns = new Set('Change Configure Edit Modify Put Replace Set Update Upgrade'.split(' '));

export function assignsMembers(operation: string): boolean {
  return assigns.has(verbOf(operation));
}

/**
 * The effect of the call on a resource of the type, derived from its verb and from when the
 * provider makes it.
 */
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
 * The types that an operation refers to. A call that creates or deletes something refers to what it
 * is named after, even if the provider also makes it for others.
 */
export function meantTypes(operation: string, operations: TypesOf): readonly string[] {
  const all = Object.keys(operations[operation] ?? {}).sort();
  const verb = verbOf(operation);
  const types = makes.has(verb) ? withoutDuplicates(all) : all;
  if (!makes.has(verb) && !ends.has(verb)) return types;
  const noun = nounOf(operation);
  const whole = types.filter((type) => isNounOf(noun, type));
  return whole.length === 0 ? types : whole;
}

/** Leaves out default resources, which are never created, and `aws_alb`, which is an older name. */
function withoutDuplicates(types: readonly string[]): readonly string[] {
  const first = types.filter((type) => !/^aws_(?:default|alb)(?:_|$)/.test(type));
  return first.length === 0 ? types : first;
}
