import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  sameJson,
} from '../../../../model/json.ts';
import { containsHidden } from '../../../../model/masked.ts';
import { parsedJson } from '../../../../model/parsed-json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { joinJudgments } from '../join.ts';
import type { GrantJudgment } from '../types.ts';
import { attachesPolicies, judgeAttachments } from './attachments.ts';
import { documentPlace, inlinePolicies } from './documents.ts';
import { judgeDocument } from './judge-document.ts';
import { asDocument, findAwsPermission } from './permissions.ts';

/** True for types of AWS that control who may do what. */
export function grantsAtAws(type: string): boolean {
  return (
    documentPlace(type) !== undefined ||
    attachesPolicies(type) ||
    findAwsPermission(type) !== undefined
  );
}

/** What the change of an AWS resource allows now and to whom, or allows no longer. */
export function judgeAws(change: ResourceChange): GrantJudgment {
  return joinJudgments([
    ownDocument(change),
    permission(change),
    attachesPolicies(change.type) ? judgeAttachments(change) : undefined,
    change.type === 'aws_iam_role' ? inline(change) : undefined,
  ]);
}

function ownDocument(change: ResourceChange): GrantJudgment | undefined {
  const place = documentPlace(change.type);
  if (place === undefined) return undefined;
  const { kind, field } = place;
  const [before, after] = [jsonAt(change.before, field), jsonAt(change.after, field)];
  const hidden = isUnknown(change, field);
  if (!hidden && sameJson(before, after)) return undefined;
  return judgeDocument({ kind, field, before, after, hidden, ...shared(change) });
}

function permission(change: ResourceChange): GrantJudgment | undefined {
  const found = findAwsPermission(change.type);
  if (found === undefined) return undefined;
  const [before, after] = [change.before, change.after].map((resource) =>
    resource === undefined ? undefined : asDocument(found, resource),
  );
  const { kind, field, fields } = found;
  const resting = [field, ...fields];
  const hidden = resting.some(
    (one) => isUnknown(change, one) || containsHidden(jsonAt(change.after, one)),
  );
  return judgeDocument({ kind, field, before, after, hidden, ...shared(change) });
}

/**
 * The inline policies of a role are joined into one document, since it does not matter which of
 * them has a statement.
 */
function inline(change: ResourceChange): GrantJudgment | undefined {
  const field = 'inline_policy';
  const [before, after] = [joined(change.before), joined(change.after)];
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null) && !isUnknown(change, field))
    return undefined;
  const hidden = isUnknown(change, field) || isUnknown(change, 'inline_policy.policy');
  return judgeDocument({
    kind: inlinePolicies,
    field: 'inline_policy.policy',
    before,
    after,
    hidden,
    ...shared(change),
  });
}

function joined(resource: JsonObject | undefined): Json | undefined {
  const blocks = jsonAt(resource, 'inline_policy');
  if (!isJsonArray(blocks)) return undefined;
  const policies = blocks.flatMap((block) => jsonAt(block, 'policy') ?? []);
  const documents = policies.map((text) => (typeof text === 'string' ? parsedJson(text) : text));
  if (!documents.every(isJsonObject)) return '(unreadable)';
  const statements = documents.flatMap((one) => {
    const list = one['Statement'] ?? [];
    return isJsonArray(list) ? list : [list];
  });
  return statements.length === 0 ? undefined : { Statement: statements };
}

function isUnknown({ after, unknown = [] }: ResourceChange, field: string): boolean {
  return after !== undefined && unknown.includes(field);
}

function shared({ before, after, own }: ResourceChange): {
  own: readonly string[];
  wholeResource: boolean;
} {
  const accounts = [...(own?.accounts ?? []), ...[before, after].flatMap(accountsIn)];
  return {
    own: [...new Set(accounts)].sort(),
    wholeResource: before === undefined || after === undefined,
  };
}

/**
 * The account in attributes that the provider computes, since nobody chooses the ARN of a resource.
 */
function accountsIn(resource: JsonObject | undefined): readonly string[] {
  const arn = jsonAt(resource, 'arn');
  const owner = jsonAt(resource, 'owner_id');
  const account = typeof arn === 'string' ? arn.split(':')[4] : owner;
  return typeof account === 'string' && /^\d{12}$/.test(account) ? [account] : [];
}
