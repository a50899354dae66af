import type { Harm } from '../../../../model/harm.ts';
import { isJsonArray, type Json, type JsonObject, jsonAt, own } from '../../../../model/json.ts';
import { isMasked } from '../../../../model/masked.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { displayText } from '../../../../model/text.ts';
import { notKnownYet } from '../assignments.ts';
import type { Grant, GrantJudgment } from '../types.ts';
import { noJudgment } from '../types.ts';
import { managedPolicy } from './managed-policy.ts';

/** Where a type has the attached policies, and who they are attached to. */
interface Attachment {
  readonly policies: string;
  /** The attributes with the names of owners, by the kind of owner. */
  readonly owners: Readonly<Record<string, string>>;
}

const single = (owner: string): Attachment => ({
  policies: 'policy_arn',
  owners: { [owner]: owner },
});
const attachments: Readonly<Record<string, Attachment>> = {
  aws_iam_role_policy_attachment: single('role'),
  aws_iam_user_policy_attachment: single('user'),
  aws_iam_group_policy_attachment: single('group'),
  aws_iam_policy_attachment: {
    policies: 'policy_arn',
    owners: { role: 'roles', user: 'users', group: 'groups' },
  },
  aws_iam_role: { policies: 'managed_policy_arns', owners: { role: 'name' } },
  aws_iam_role_policy_attachments_exclusive: {
    policies: 'policy_arns',
    owners: { role: 'role_name' },
  },
  aws_iam_user_policy_attachments_exclusive: {
    policies: 'policy_arns',
    owners: { user: 'user_name' },
  },
  aws_iam_group_policy_attachments_exclusive: {
    policies: 'policy_arns',
    owners: { group: 'group_name' },
  },
  aws_ssoadmin_managed_policy_attachment: {
    policies: 'managed_policy_arn',
    owners: { 'permission set': 'permission_set_arn' },
  },
};

/** True for types that attach policies to a principal. */
export function attachesPolicies(type: string): boolean {
  return Object.hasOwn(attachments, type);
}

/** What attaching policies by name allows now, or allows no longer. */
export function judgeAttachments({
  type,
  before,
  after,
  unknown = [],
}: ResourceChange): GrantJudgment {
  const attachment = own(attachments, type);
  if (attachment === undefined) return noJudgment;
  const later = Object.values(attachment.owners).filter((field) => unknown.includes(field));
  const named = after && {
    ...after,
    ...Object.fromEntries(later.map((field) => [field, notKnownYet])),
  };
  const [old, fresh] = [pairsOf(before, attachment), pairsOf(named, attachment)];
  const hidden = after !== undefined && unknown.includes(attachment.policies);
  const added = hidden ? [] : [...fresh].filter(([key]) => !old.has(key)).map(([, pair]) => pair);
  const removed = hidden ? [] : [...old].filter(([key]) => !fresh.has(key)).map(([, pair]) => pair);
  const unreadable = hidden || [...fresh.values()].some(({ arn }) => isMasked(arn));
  return {
    harms: [
      ...added.map((pair) => harmOf(pair, true, attachment)),
      ...removed.map((pair) => harmOf(pair, false, attachment)),
      ...(unreadable ? [hiddenHarm(attachment)] : []),
    ],
    grants: { added: added.flatMap(grantOf), removed: removed.flatMap(grantOf) },
  };
}

interface Pair {
  readonly arn: string;
  readonly owner: string;
  /** The kind of owner, such as `role` or `user`. */
  readonly kind: string;
}

function pairsOf(
  resource: JsonObject | undefined,
  { policies, owners }: Attachment,
): ReadonlyMap<string, Pair> {
  const pairs = Object.entries(owners).flatMap(([kind, field]) =>
    textsAt(resource, field).flatMap((owner) =>
      textsAt(resource, policies).map((arn): Pair => ({ arn, owner, kind })),
    ),
  );
  return new Map(pairs.map((pair) => [`${pair.kind} ${pair.owner} ${pair.arn}`, pair]));
}

function harmOf({ arn, owner, kind }: Pair, comes: boolean, { policies }: Attachment): Harm {
  const { severity, text, isOwn, denies } = managedPolicy(arn);
  const weakens = comes !== denies;
  const name = displayText(arn.slice(arn.lastIndexOf('/') + 1), 80);
  const who = `The ${kind} ${displayText(owner.slice(owner.lastIndexOf('/') + 1), 80)}`;
  const done = comes ? 'attached' : 'detached';
  const because = `${who} ${weakens ? 'may now' : 'may no longer'} ${text} (${name} ${done})`;
  const harm: Harm = {
    dimension: 'security',
    severity,
    direction: weakens ? 'weakens' : 'strengthens',
    because,
    field: policies,
  };
  // A customer-managed policy may also deny.
  return isOwn ? { ...harm, doubt: 'cannot-tell' } : harm;
}

function hiddenHarm({ policies }: Attachment): Harm {
  const because = 'Which policies are attached cannot be determined';
  const [dimension, direction, doubt] = ['security', 'weakens', 'cannot-tell'] as const;
  return { dimension, severity: 3, direction, doubt, because, field: policies };
}

function grantOf({ arn, owner, kind }: Pair): readonly Grant[] {
  return [{ principals: [`${kind}:${owner}`], actions: [arn], resources: ['*'], conditions: [] }];
}

function textsAt(resource: JsonObject | undefined, field: string): readonly string[] {
  const value: Json = jsonAt(resource, field) ?? [];
  const list = isJsonArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === 'string' && one !== '');
}
