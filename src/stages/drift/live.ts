import type { LiveResource } from '../../code/terraform/run/live.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import { isHashedAttribute, isUnreadAttribute } from '../../providers/traits/unread-attributes.ts';
import {
  childTree,
  isMask,
  isTreeArray,
  isTreeObject,
  type TreeMask,
  treeMask,
  type ValueTree,
  withChild,
} from './tree.ts';
import type { AttributeHint } from './types.ts';

/** Stands for a secret whose value at the provider differs from the one in the state. */
const changedSecret: TreeMask = treeMask({ kind: 'redacted' });

/** Stands for the new value of an attribute of which the provider keeps only a hash. */
const changedHash: TreeMask = treeMask({
  kind: 'unknown',
  why: 'the provider keeps only a hash of it',
});

/** Lays what a provider read over the values that result from the log. */
export interface Overlay {
  /** The live value at `path` as far as the provider shows it; otherwise the value from the log. */
  at(path: AttributePath, sides: OverlaySides): ValueTree | undefined;
  /** Whether the provider reported the value that a leaf ended up with. */
  confirms(path: AttributePath, tree: ValueTree | undefined): boolean;
  /** Whether the schema marks the path as secret but neither the cloud nor the code does. */
  opens(path: AttributePath): boolean;
}

export interface OverlaySides {
  readonly base: ValueTree | undefined;
  readonly logged: ValueTree | undefined;
  /** Whether events name this very place; if not, a mask in `logged` belongs to a larger value. */
  readonly named: boolean;
}

export function overlay(
  live: LiveResource,
  attribute: (path: AttributePath) => ValueTree | undefined,
  hint: (path: AttributePath) => AttributeHint | undefined,
): Overlay {
  const secrets = live.secrets.map(({ path }) => path);
  const isChanged = (at: AttributePath): boolean =>
    live.secrets.some(({ path, changed }) => changed && startsWith(at, path));
  const isUnread = (path: AttributePath): boolean => isUnreadAttribute(live.type, path);
  const isHashed = (path: AttributePath): boolean => isHashedAttribute(live.type, path);
  const opens = (path: AttributePath): boolean =>
    live.kind === 'changed' && live.opened?.some((place) => startsWith(path, place)) === true;
  const isSecret = (path: AttributePath): boolean =>
    (hint(path)?.sensitive === true && !opens(path)) ||
    secrets.some((secret) => startsWith(path, secret));

  const merge = (
    path: AttributePath,
    after: ValueTree | undefined,
    base: ValueTree | undefined,
    logged: ValueTree | undefined,
    named: boolean,
  ): ValueTree | undefined => {
    if (isSecret(path)) {
      if (isChanged(path)) return changedSecret;
      // The log names this very secret, which the provider may not be able to read.
      return named && logged !== base ? treeMask({ kind: 'redacted' }) : base;
    }
    if (isHashed(path)) return after === base ? base : changedHash;
    return stepsBelow(path, [after, logged], secrets, hint(path)).reduce<ValueTree | undefined>(
      (tree, step) => {
        const inner = merge(
          [...path, step],
          childTree(after, step),
          childTree(base, step),
          childTree(logged, step),
          named && (!isMask(logged) || childTree(logged, step) !== logged),
        );
        return inner === undefined || inner === childTree(after, step)
          ? tree
          : withChild(tree, step, inner);
      },
      after,
    );
  };

  return {
    opens,
    at: (path, { base, logged, named }) =>
      isUnread(path) ? logged : merge(path, attribute(path), base, logged, named),
    confirms: (path, tree) =>
      !isUnread(path) && (!isMask(tree) || tree === changedSecret || tree === changedHash),
  };
}

/**
 * The next steps at which secrets may lie: those of known secret paths and all that exist in the
 * trees.
 */
function stepsBelow(
  path: AttributePath,
  trees: readonly (ValueTree | undefined)[],
  secrets: readonly AttributePath[],
  hint: AttributeHint | undefined,
): readonly (string | number)[] {
  const named = secrets.flatMap((secret) => {
    const step = startsWith(secret, path) ? secret[path.length] : undefined;
    return step === undefined || typeof step === 'object' ? [] : [step];
  });
  if (hint?.within === undefined && named.length === 0) return [];
  const there = trees.flatMap((tree): readonly (string | number)[] => {
    if (isTreeArray(tree)) return [...tree.keys()];
    return isTreeObject(tree) ? Object.keys(tree) : [];
  });
  return [...new Set([...named, ...there])];
}
