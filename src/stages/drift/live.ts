import type { LiveResource } from '../../code/terraform/run/live.ts';
import type { AttributePath } from '../../model/path.ts';
import { startsWith } from '../../model/path.ts';
import type { TreeMask, ValueTree } from './tree.ts';
import { childOf, isMask, isTreeArray, isTreeObject, treeMask, withChild } from './tree.ts';
import type { AttributeHint } from './types.ts';

/** A secret that the provider reads another value of than the state has. */
const changedSecret: TreeMask = treeMask({ kind: 'redacted' });

/**
 * Attributes that a provider sets and never reads: what it shows of them is what the state says,
 * whatever is live. Secrets, which many providers do not read either, are recognized by their schema.
 */
const unreadAttributes = new Map<string, readonly string[]>([
  ['aws_db_instance', ['allow_major_version_upgrade', 'apply_immediately', 'skip_final_snapshot']],
  ['aws_glue_job', ['notification_property']],
  ['aws_kms_key', ['bypass_policy_lockout_safety_check', 'deletion_window_in_days']],
  [
    'aws_lambda_function',
    ['filename', 'publish', 's3_bucket', 's3_key', 's3_object_version', 'source_code_hash'],
  ],
  ['aws_lambda_layer_version', ['filename', 's3_bucket', 's3_key', 's3_object_version']],
  ['aws_s3_object', ['content', 'content_base64', 'source', 'source_hash']],
  ['aws_secretsmanager_secret', ['recovery_window_in_days']],
]);

/** Attributes of which a provider keeps a hash: that they changed is reported, and not to what. */
const hashedAttributes = new Map<string, readonly string[]>([
  ['aws_instance', ['user_data']],
  ['aws_launch_configuration', ['user_data']],
  ['aws_spot_instance_request', ['user_data']],
]);

/** What the provider shows of an attribute that it keeps a hash of. */
const changedHash: TreeMask = treeMask({
  kind: 'unknown',
  why: 'the provider keeps only a hash of it',
});

/** What a read-back lays over what the log came to. */
export interface Overlay {
  /** The live value at `path`, as far as the provider shows it; else what the log came to. */
  at(path: AttributePath, sides: OverlaySides): ValueTree | undefined;
  /** Whether the provider reported the value that a leaf ended up with. */
  confirms(path: AttributePath, tree: ValueTree | undefined): boolean;
  /** Whether the provider calls the place secret, and neither the cloud nor the code does. */
  opens(path: AttributePath): boolean;
}

export interface OverlaySides {
  readonly base: ValueTree | undefined;
  readonly said: ValueTree | undefined;
  /** Whether events speak of this very place; else a mask in `said` is one of something larger. */
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
  const isIn =
    (table: ReadonlyMap<string, readonly string[]>) =>
    ([first]: AttributePath): boolean =>
      typeof first === 'string' && (table.get(live.type) ?? []).includes(first);
  const isUnread = isIn(unreadAttributes);
  const isHashed = isIn(hashedAttributes);
  const opens = (path: AttributePath): boolean =>
    live.kind === 'changed' && live.opened?.some((place) => startsWith(path, place)) === true;
  const isSecret = (path: AttributePath): boolean =>
    (hint(path)?.sensitive === true && !opens(path)) ||
    secrets.some((secret) => startsWith(path, secret));

  const merge = (
    path: AttributePath,
    after: ValueTree | undefined,
    base: ValueTree | undefined,
    said: ValueTree | undefined,
    named: boolean,
  ): ValueTree | undefined => {
    if (isSecret(path)) {
      if (isChanged(path)) return changedSecret;
      // The log speaks of this very secret, and the provider may not be able to read it.
      return named && said !== base ? treeMask({ kind: 'redacted' }) : base;
    }
    if (isHashed(path)) return after === base ? base : changedHash;
    return stepsBelow(path, [after, said], secrets, hint(path)).reduce<ValueTree | undefined>(
      (tree, step) => {
        const inner = merge(
          [...path, step],
          childOf(after, step),
          childOf(base, step),
          childOf(said, step),
          named && (!isMask(said) || childOf(said, step) !== said),
        );
        return inner === undefined || inner === childOf(after, step)
          ? tree
          : withChild(tree, step, inner);
      },
      after,
    );
  };

  return {
    opens,
    at: (path, { base, said, named }) =>
      isUnread(path) ? said : merge(path, attribute(path), base, said, named),
    confirms: (path, tree) =>
      !isUnread(path) && (!isMask(tree) || tree === changedSecret || tree === changedHash),
  };
}

/** Where secrets may lie one step in: names that are known to, and all that is there. */
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
