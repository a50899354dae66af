import type { JsonObject } from '../../../../src/model/json.ts';
import type { Pair } from './types.ts';

const policies = ['a:Get', 'a:Put'].map((action) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: action, Resource: '*' }],
  }),
);

interface Documented {
  readonly key: JsonObject;
  /** The members with which requests name the resource. */
  readonly named: JsonObject;
  readonly put: string;
  readonly drop: string;
  /** Member of the request that holds the document. */
  readonly member: string;
  readonly attribute?: string;
}

/** A policy document as a resource of its own, attached to another resource. */
function documented(service: string, type: string, spec: Documented): Pair {
  const { key, named, put, drop, member, attribute = 'policy' } = spec;
  return {
    service: `${service}.amazonaws.com`,
    type,
    key,
    replaces: true,
    drop: [drop, named],
    variants: policies.map((policy) => ({
      make: [put, { ...named, [member]: policy }],
      attributes: { [attribute]: policy },
    })),
  };
}

function attached(kind: 'Role' | 'User' | 'Group'): Pair {
  const attribute = kind.toLowerCase();
  const named = { [`${attribute}Name`]: 'web', policyArn: 'arn:aws:iam::aws:policy/P' };
  return {
    service: 'iam.amazonaws.com',
    type: `aws_iam_${attribute}_policy_attachment`,
    key: { [attribute]: 'web', policy_arn: 'arn:aws:iam::aws:policy/P' },
    replaces: true,
    drop: [`Detach${kind}Policy`, named],
    variants: [{ make: [`Attach${kind}Policy`, named], attributes: {} }],
  };
}

const inline = (kind: 'Role' | 'User' | 'Group'): Pair =>
  documented('iam', `aws_iam_${kind.toLowerCase()}_policy`, {
    key: { [kind.toLowerCase()]: 'web', name: 'read' },
    named: { [`${kind.toLowerCase()}Name`]: 'web', policyName: 'read' },
    put: `Put${kind}Policy`,
    drop: `Delete${kind}Policy`,
    member: 'policyDocument',
  });

const repository = { key: { repository: 'web' }, named: { repositoryName: 'web' } };
const vault = { key: { backup_vault_name: 'v' }, named: { backupVaultName: 'v' } };
const tableArn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/t';
const secretArn = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:s-AbCdEf';

export const policyPairs: readonly Pair[] = [
  inline('Role'),
  inline('User'),
  inline('Group'),
  attached('Role'),
  attached('User'),
  attached('Group'),
  documented('ecr', 'aws_ecr_repository_policy', {
    ...repository,
    put: 'SetRepositoryPolicy',
    drop: 'DeleteRepositoryPolicy',
    member: 'policyText',
  }),
  documented('ecr', 'aws_ecr_lifecycle_policy', {
    ...repository,
    put: 'PutLifecyclePolicy',
    drop: 'DeleteLifecyclePolicy',
    member: 'lifecyclePolicyText',
  }),
  documented('backup', 'aws_backup_vault_policy', {
    ...vault,
    put: 'PutBackupVaultAccessPolicy',
    drop: 'DeleteBackupVaultAccessPolicy',
    member: 'policy',
  }),
  documented('dynamodb', 'aws_dynamodb_resource_policy', {
    key: { resource_arn: tableArn },
    named: { resourceArn: tableArn },
    put: 'PutResourcePolicy',
    drop: 'DeleteResourcePolicy',
    member: 'policy',
  }),
  documented('elasticfilesystem', 'aws_efs_file_system_policy', {
    key: { file_system_id: 'fs-1' },
    named: { fileSystemId: 'fs-1' },
    put: 'PutFileSystemPolicy',
    drop: 'DeleteFileSystemPolicy',
    member: 'policy',
  }),
  documented('logs', 'aws_cloudwatch_log_resource_policy', {
    key: { policy_name: 'p' },
    named: { policyName: 'p' },
    put: 'PutResourcePolicy',
    drop: 'DeleteResourcePolicy',
    member: 'policyDocument',
    attribute: 'policy_document',
  }),
  documented('logs', 'aws_cloudwatch_log_data_protection_policy', {
    key: { log_group_name: '/app' },
    named: { logGroupIdentifier: '/app' },
    put: 'PutDataProtectionPolicy',
    drop: 'DeleteDataProtectionPolicy',
    member: 'policyDocument',
    attribute: 'policy_document',
  }),
  documented('secretsmanager', 'aws_secretsmanager_secret_policy', {
    key: { secret_arn: secretArn },
    named: { secretId: secretArn },
    put: 'PutResourcePolicy',
    drop: 'DeleteResourcePolicy',
    member: 'resourcePolicy',
  }),
  {
    service: 'iam.amazonaws.com',
    type: 'aws_iam_account_password_policy',
    key: { id: 'iam-account-password-policy' },
    replaces: true,
    drop: ['DeleteAccountPasswordPolicy', {}],
    variants: [
      [{ minimumPasswordLength: 14, requireSymbols: true }, 14, true],
      [{ minimumPasswordLength: 8 }, 8, false],
    ].map(([request, minimum_password_length, require_symbols]) => ({
      make: ['UpdateAccountPasswordPolicy', request as JsonObject],
      attributes: {
        minimum_password_length: minimum_password_length as number,
        require_symbols: require_symbols as boolean,
      },
    })),
  },
];
