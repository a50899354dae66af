import type { Purpose } from '../../../model/intent.ts';
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { isPolicyDocument, normalStatements } from '../../../model/policy-document.ts';
import { displayText } from '../../../model/text.ts';
import { excludesOutsiders } from '../../../providers/harm/document/narrowing.ts';
import { readStatementJson } from '../../../providers/harm/document/statements.ts';
import {
  functionPermissions,
  functionUrls,
  policyAttachments,
  principalTypes,
} from '../../../providers/traits/access-types.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { createdAttribute, type Fact, shortValue } from '../facts.ts';

const admin = /^(?:AdministratorAccess.*|IAMFullAccess|PowerUserAccess|SystemAdministrator)$/;

/** Attributes that hold a policy document, with their name in the sentence. */
const documents: Readonly<Record<string, string>> = {
  access_policy: 'access policy',
  assume_role_policy: 'trust policy',
  inline_policy: 'inline policies',
  policy: 'policy',
};

/** Permissions: attached policies, trust, and the policy documents themselves. */
export const identityRules: readonly NamingRule[] = [
  { id: 'iam-attachment', types: Object.keys(policyAttachments), read: readAttachments },
  { id: 'iam-managed-policies', types: principalTypes, read: readManagedPolicies },
  { id: 'iam-boundary', types: principalTypes, read: readBoundary },
  { id: 'lambda-permission', types: functionPermissions, read: readPermissions },
  { id: 'lambda-url', types: functionUrls, read: readUrls },
  { id: 'policy-document', read: readDocuments },
];

function readAttachments(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts.flatMap((fact) => {
    const noun = policyAttachments[fact.type] ?? 'role';
    const { attributes } = fact;
    const owner = String(attributes[noun] ?? fact.name);
    const policy = policyName(attributes['policy_arn']);
    const object = `${noun} ${displayText(lastPart(owner), 60)}`;
    if (fact.change === 'created') {
      return [clause([fact], grantPurpose(policy), { before: `Attached ${policy} to `, object })];
    }
    if (fact.change !== 'deleted') return [];
    if (attributes['policy_arn'] !== undefined) {
      const purpose = admin.test(policy) ? 'hardening' : 'access';
      return [clause([fact], purpose, { before: `Detached ${policy} from `, object })];
    }
    const removed = clause([fact], 'access', { before: 'Removed ' }, { confidence: 0.7 });
    return [{ ...removed, noun: 'policy attachment' }];
  });
}

function readManagedPolicies(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts
    .filter(({ field, change }) => field === 'managed_policy_arns' && isMember(change))
    .map((fact) => {
      const policy = policyName(fact.member);
      return fact.change === 'joined'
        ? clause([fact], grantPurpose(policy), { before: `Attached ${policy} to ` })
        : clause([fact], admin.test(policy) ? 'hardening' : 'access', {
            before: `Detached ${policy} from `,
          });
    });
}

function readPermissions(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts
    .filter(({ change }) => change === 'created')
    .map((fact) => {
      const principal = shortValue(createdAttribute(fact, 'principal')) ?? 'somebody';
      const narrowed = ['source_account', 'source_arn', 'principal_org_id'].some(
        (name) => shortValue(createdAttribute(fact, name)) !== undefined,
      );
      const open = principal === '*' && !narrowed;
      const name = shortValue(createdAttribute(fact, 'function_name')) ?? fact.name;
      const phrases = {
        before: `Let ${open ? 'everyone' : principal} invoke `,
        object: `function ${name}`,
      };
      return clause([fact], open ? 'weakening' : 'access', phrases);
    });
}

function readUrls(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts
    .filter((fact) => createdAttribute(fact, 'authorization_type') === 'NONE')
    .map((fact) => {
      const name = shortValue(createdAttribute(fact, 'function_name')) ?? fact.name;
      const phrases = { before: 'Let everyone call the URL of ', object: `function ${name}` };
      return clause([fact], 'weakening', phrases);
    });
}

function isMember(change: Fact['change']): boolean {
  return change === 'joined' || change === 'left';
}

function grantPurpose(policy: string): Purpose {
  return admin.test(policy) ? 'weakening' : 'access';
}

function policyName(arn: Json | undefined): string {
  return typeof arn === 'string' ? displayText(lastPart(arn), 80) : 'a policy';
}

function lastPart(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

function readBoundary(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts
    .filter(({ field, change }) => field === 'permissions_boundary' && change === 'changed')
    .map((fact) => {
      if (fact.live === undefined) {
        return clause([fact], 'weakening', { before: 'Removed the permissions boundary of ' });
      }
      const phrases = {
        before: 'Set the permissions boundary of ',
        after: ` to ${policyName(fact.live)}`,
      };
      return clause([fact], fact.declared === undefined ? 'hardening' : 'access', phrases);
    });
}

function readDocuments(facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  return facts.flatMap((fact) => {
    const created = fact.change === 'created';
    const names = created ? Object.keys(documents) : [fact.field];
    const found = names.filter((name) => Object.hasOwn(documents, name));
    return found.flatMap((name) => {
      const live = created ? createdAttribute(fact, name) : fact.live;
      const after = readStatements(live);
      const before = readStatements(created ? undefined : fact.declared);
      if (fact.change === 'hidden' || (after === undefined && before === undefined)) return [];
      return documentClause(fact, name, before ?? [], after ?? [], created);
    });
  });
}

function documentClause(
  fact: Fact,
  name: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  created: boolean,
): readonly Omit<IntentClause, 'rule'>[] {
  const known = new Set(before.map(canonicalJson));
  const fresh = after.filter((statement) => !known.has(canonicalJson(statement)));
  const gone = before.filter((one) => !after.some((a) => canonicalJson(a) === canonicalJson(one)));
  const label = documents[name] ?? name;
  if (fresh.some(isOpenToAll)) {
    const phrases = {
      before:
        name === 'assume_role_policy'
          ? 'Let everyone assume '
          : 'Granted everyone access in the policy of ',
    };
    return [clause([fact], 'weakening', phrases)];
  }
  if (fresh.some(isUnlimited)) {
    return [clause([fact], 'weakening', { before: `Granted every action in the ${label} of ` })];
  }
  // A new resource is described by its creation.
  if (created) return [];
  if (
    gone.some(({ Effect }) => Effect === 'Deny') &&
    !fresh.some(({ Effect }) => Effect === 'Deny')
  ) {
    return [clause([fact], 'weakening', { before: `Dropped a denial from the ${label} of ` })];
  }
  if (gone.some(isOpenToAll) || gone.some(isUnlimited)) {
    return [
      clause([fact], 'hardening', { before: `Narrowed the ${label} of ` }, { confidence: 0.8 }),
    ];
  }
  const phrases = { before: `Changed the ${label} of ` };
  return [clause([fact], 'access', phrases, { confidence: 0.7 })];
}

function readStatements(value: Json | undefined): readonly JsonObject[] | undefined {
  const document = typeof value === 'string' ? parsedJson(value) : value;
  return document !== undefined && isPolicyDocument(document)
    ? normalStatements(document)
    : undefined;
}

function isOpenToAll(statement: JsonObject): boolean {
  const { Effect, Principal } = statement;
  if (Effect !== 'Allow' || !isJsonObject(Principal)) return false;
  if (excludesOutsiders(readStatementJson(statement))) return false;
  return Object.values(Principal).some((one) => listed(one).includes('*'));
}

function isUnlimited({ Effect, Action, NotAction, Resource }: JsonObject): boolean {
  if (Effect !== 'Allow') return false;
  const actions = listed(Action);
  const everyAction = actions.some(
    (action) => action === '*' || action === '*:*' || action === 'iam:*',
  );
  const everyResource = Resource === undefined || listed(Resource).includes('*');
  return everyResource && (everyAction || NotAction !== undefined);
}

function listed(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isJsonArray(value) ? value : [value];
}
