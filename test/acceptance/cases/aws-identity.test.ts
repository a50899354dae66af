import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const identity = useProject('aws-identity');

const aws = (policy: string): string => `arn:aws:iam::aws:policy/${policy}`;
const statement = (sid: string, actions: readonly string[], resource: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Sid: sid, Effect: 'Allow', Action: actions, Resource: resource }],
  });

runCases(
  identity,
  'people and what they may',
  [
    {
      name: 'reader taken out of one group',
      by: 'console human',
      act: ({ iam }) =>
        iam.removeUserFromGroup({ UserName: 'abbey-anna', GroupName: 'abbey-copyists' }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_user_group_membership.this["anna"]'],
        in: ['variables.tf'],
        writes: ['anna = ["readers"]'],
      },
    },
    {
      name: 'second binder in the group that lists them',
      by: 'cli human',
      act: ({ iam }) => iam.addUserToGroup({ UserName: 'abbey-elsa', GroupName: 'abbey-binders' }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_group_membership.binders'],
        in: ['users.tf'],
        writes: ['users = [aws_iam_user.binder["dario"].name, aws_iam_user.binder["elsa"].name]'],
      },
    },
    {
      name: 'key of a user switched off',
      by: 'security bot',
      act: ({ iam, text }) =>
        iam.updateAccessKey({
          UserName: 'abbey-dario',
          AccessKeyId: text('aws_iam_access_key.dario'),
          Status: 'Inactive',
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_access_key.dario'],
        in: ['users.tf'],
        writes: ['status = "Inactive"'],
      },
    },
    {
      name: 'password of a user taken away',
      by: 'security bot',
      act: ({ iam }) => iam.deleteLoginProfile({ UserName: 'abbey-elsa' }),
      expect: {
        kind: 'removed',
        at: ['aws_iam_user_login_profile.elsa'],
        in: ['users.tf'],
        drops: ['resource "aws_iam_user_login_profile" "elsa" {'],
      },
    },
    {
      name: 'SSH key switched off',
      by: 'security bot',
      act: ({ iam, text }) =>
        iam.updateSSHPublicKey({
          UserName: 'abbey-dario',
          SSHPublicKeyId: text('aws_iam_user_ssh_key.dario', 'ssh_public_key_id'),
          Status: 'Inactive',
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_user_ssh_key.dario'],
        in: ['users.tf'],
        writes: ['status = "Inactive"'],
      },
    },
    {
      name: 'action in the policy of a user',
      by: 'on call',
      act: ({ iam }) =>
        iam.putUserPolicy({
          UserName: 'abbey-dario',
          PolicyName: 'paste',
          PolicyDocument: statement(
            'Paste',
            ['s3:PutObject', 's3:DeleteObject'],
            'arn:aws:s3:::abbey-scans/*',
          ),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_user_policy.dario'],
        in: ['users.tf'],
        writes: ['"s3:DeleteObject"'],
      },
    },
    {
      name: 'policy detached from a user',
      by: 'security bot',
      act: ({ iam }) =>
        iam.detachUserPolicy({
          UserName: 'abbey-elsa',
          PolicyArn: aws('AWSKeyManagementServicePowerUser'),
        }),
      expect: {
        kind: 'removed',
        at: ['aws_iam_user_policy_attachment.elsa["keys"]'],
        in: ['users.tf'],
        drops: ['AWSKeyManagementServicePowerUser'],
        loses: ['# while the old scans are signed'],
      },
    },
    {
      name: 'action in the policy of a group, through its document',
      by: 'console human',
      act: ({ iam }) =>
        iam.putGroupPolicy({
          GroupName: 'abbey-copyists',
          PolicyName: 'copy',
          PolicyDocument: statement(
            'Copy',
            ['s3:GetObject', 's3:GetObjectVersion'],
            'arn:aws:s3:::abbey-scans/*',
          ),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_group_policy.copyists'],
        in: ['users.tf'],
        writes: ['"s3:GetObjectVersion"'],
      },
    },
    {
      name: 'policy detached from a group',
      by: 'security bot',
      act: ({ iam }) =>
        iam.detachGroupPolicy({
          GroupName: 'abbey-binders',
          PolicyArn: aws('AmazonSQSFullAccess'),
        }),
      expect: {
        kind: 'removed',
        at: ['aws_iam_group_policy_attachment.binders'],
        in: ['users.tf'],
        drops: ['resource "aws_iam_group_policy_attachment" "binders" {'],
        loses: ['# From before the reading room had groups.'],
      },
    },
    {
      name: 'role with less ink',
      by: 'security bot',
      act: ({ iam, text }) =>
        iam.detachRolePolicy({
          RoleName: 'abbey-archive',
          PolicyArn: text('aws_iam_policy.ink', 'arn'),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_policy_attachment.ink'],
        in: ['roles.tf'],
        drops: ['aws_iam_role.this["archive"].name'],
      },
    },
    {
      name: 'policy attached to a role whose policies one resource has',
      by: 'on call',
      act: ({ iam }) =>
        iam.attachRolePolicy({ RoleName: 'abbey-press', PolicyArn: aws('AmazonS3ReadOnlyAccess') }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role_policy_attachments_exclusive.press'],
        in: ['roles.tf'],
        writes: ['"arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"'],
      },
    },
    {
      name: 'profile in another room',
      by: 'cli human',
      act: ({ iam }) =>
        iam.tagInstanceProfile({
          InstanceProfileName: 'abbey-scriptorium',
          Tags: [{ Key: 'Room', Value: 'south wing' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_instance_profile.scriptorium'],
        in: ['roles.tf'],
        writes: ['Room = "south wing"'],
      },
    },
  ],
  // The role's own list puts the policy in the code; adopting its attachment would repeat it.
  { args: ['--adopt', 'none'] },
);

runCases(identity, 'the house and its secrets', [
  {
    name: 'thumbprint of a provider renewed',
    by: 'console human',
    act: ({ iam, text }) =>
      iam.updateOpenIDConnectProviderThumbprint({
        OpenIDConnectProviderArn: text('aws_iam_openid_connect_provider.city', 'arn'),
        ThumbprintList: ['cf23df2207d99a74fbe169e3eba035e633b65d94'],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_openid_connect_provider.city'],
      in: ['roles.tf'],
      writes: ['["cf23df2207d99a74fbe169e3eba035e633b65d94"]'],
    },
  },
  {
    name: 'provider that nobody signs in with',
    by: 'console human',
    act: ({ iam, text }) =>
      iam.deleteSAMLProvider({ SAMLProviderArn: text('aws_iam_saml_provider.diocese', 'arn') }),
    expect: {
      kind: 'removed',
      at: ['aws_iam_saml_provider.diocese'],
      in: ['roles.tf'],
      drops: ['resource "aws_iam_saml_provider" "diocese" {'],
    },
  },
  {
    name: 'role of a service with a tag',
    by: 'cost bot',
    act: ({ iam, text }) =>
      iam.tagRole({
        RoleName: text('aws_iam_service_linked_role.scaling', 'name'),
        Tags: [{ Key: 'CostCenter', Value: '7' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_service_linked_role.scaling'],
      in: ['roles.tf'],
      writes: ['CostCenter = "7"'],
    },
  },
  {
    name: 'longer passwords, and more kinds of letters',
    by: 'security bot',
    act: ({ iam }) =>
      iam.updateAccountPasswordPolicy({
        MinimumPasswordLength: 16,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercaseCharacters: true,
        AllowUsersToChangePassword: true,
        MaxPasswordAge: 180,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_account_password_policy.this'],
      in: ['roles.tf', 'variables.tf'],
      writes: ['default = 16', 'require_uppercase_characters = true'],
    },
  },
  {
    name: 'alias of the account given up',
    by: 'console human',
    act: ({ iam }) => iam.deleteAccountAlias({ AccountAlias: 'abbey-library' }),
    expect: {
      kind: 'removed',
      at: ['aws_iam_account_alias.this'],
      in: ['roles.tf'],
      drops: ['resource "aws_iam_account_alias" "this" {'],
    },
  },
  {
    name: 'statement in the policy of a key',
    by: 'on call',
    act: ({ kms, text }) =>
      kms.putKeyPolicy({
        KeyId: text('aws_kms_key.seal', 'key_id'),
        PolicyName: 'default',
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'House',
              Effect: 'Allow',
              Principal: { AWS: 'arn:aws:iam::123456789012:root' },
              Action: 'kms:*',
              Resource: '*',
            },
            {
              Sid: 'Press',
              Effect: 'Allow',
              Principal: { AWS: text('aws_iam_role.this["press"]', 'arn') },
              Action: 'kms:Encrypt',
              Resource: '*',
            },
          ],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_key_policy.seal', 'aws_kms_key.seal'],
      in: ['secrets.tf'],
      writes: ['"kms:Encrypt"'],
    },
  },
  {
    name: 'grant revoked',
    by: 'security bot',
    act: ({ kms, text }) =>
      kms.revokeGrant({
        KeyId: text('aws_kms_key.seal', 'key_id'),
        GrantId: text('aws_kms_grant.archive', 'grant_id'),
      }),
    expect: {
      kind: 'removed',
      at: ['aws_kms_grant.archive'],
      in: ['secrets.tf'],
      drops: ['resource "aws_kms_grant" "archive" {'],
    },
  },
  {
    name: 'key with material from outside described again',
    by: 'cli human',
    act: ({ kms, text }) =>
      kms.updateKeyDescription({
        KeyId: text('aws_kms_external_key.guest'),
        Description: 'Key of the guests, 2025',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_external_key.guest'],
      in: ['secrets.tf'],
      writes: ['description = "Key of the guests, 2025"'],
    },
  },
  {
    name: 'secret of a map described again',
    by: 'console human',
    act: ({ secrets }) =>
      secrets.updateSecret({ SecretId: 'abbey/crypt', Description: 'Door of the crypt, new lock' }),
    expect: {
      kind: 'codified',
      at: ['aws_secretsmanager_secret.this["crypt"]'],
      in: ['secrets.tf'],
      writes: ['crypt = "Door of the crypt, new lock"'],
    },
  },
  {
    name: 'secret deleted with what it held',
    by: 'cli human',
    act: ({ secrets, text }) =>
      secrets.deleteSecret({
        SecretId: text('aws_secretsmanager_secret.bell', 'arn'),
        ForceDeleteWithoutRecovery: true,
      }),
    expect: {
      kind: 'removed',
      at: ['aws_secretsmanager_secret.bell', 'aws_secretsmanager_secret_version.bell'],
      in: ['secrets.tf'],
      drops: [
        'resource "aws_secretsmanager_secret" "bell" {',
        'resource "aws_secretsmanager_secret_version" "bell" {',
      ],
      loses: ['# The bell tower was sold.'],
    },
  },
  {
    name: 'readers of a secret',
    by: 'on call',
    act: ({ secrets, text }) =>
      secrets.putResourcePolicy({
        SecretId: text('aws_secretsmanager_secret.this["catalog"]', 'arn'),
        ResourcePolicy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'Archive',
              Effect: 'Allow',
              Principal: { AWS: text('aws_iam_role.this["archive"]', 'arn') },
              Action: ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'],
              Resource: '*',
            },
          ],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_secretsmanager_secret_policy.catalog', 'aws_secretsmanager_secret.this["catalog"]'],
      in: ['secrets.tf'],
      writes: ['"secretsmanager:DescribeSecret"'],
    },
  },
  {
    name: 'document of another house',
    by: 'cli human',
    act: ({ ssm }) =>
      ssm.addTagsToResource({
        ResourceType: 'Document',
        ResourceId: 'abbey-dust',
        Tags: [{ Key: 'Cleaner', Value: 'dario' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_document.dust'],
      in: ['secrets.tf'],
      writes: ['Cleaner = "dario"'],
    },
  },
  {
    name: 'window with a tag',
    by: 'cli human',
    act: ({ ssm, text }) =>
      ssm.addTagsToResource({
        ResourceType: 'MaintenanceWindow',
        ResourceId: text('aws_ssm_maintenance_window.vespers'),
        Tags: [{ Key: 'Bell', Value: 'silent' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_maintenance_window.vespers'],
      in: ['secrets.tf'],
      writes: ['Bell = "silent"'],
    },
  },
]);
