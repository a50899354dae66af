import type { Json } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const policy = (...Statement: readonly Json[]) => JSON.stringify({ Statement });

export const moreAwsAccess: readonly Case[] = [
  [
    'message retention seconds',
    'aws_sqs_queue',
    { message_retention_seconds: 1209600 },
    { message_retention_seconds: 60 },
    'durability weakens',
  ],
  [
    'policy',
    'aws_sqs_queue',
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: '111111111111' },
        Action: 'sqs:SendMessage',
        Resource: '*',
      }),
    },
    {
      policy: policy({ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }),
    },
    'security weakens',
  ],
  [
    'policy',
    'aws_sqs_queue',
    {
      policy: policy({ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: 'q' }),
    },
    {
      policy: policy({
        Effect: 'Allow',
        Principal: '*',
        Action: 'sqs:SendMessage',
        Resource: 'q',
        Condition: { ArnEquals: { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:111111111111:t' } },
      }),
    },
    'security strengthens',
  ],
  [
    'policy',
    'aws_kms_key',
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111111111111:root' },
        Action: 'kms:*',
        Resource: '*',
      }),
    },
    {
      policy: policy({ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'kms:*', Resource: '*' }),
    },
    'security weakens',
  ],
  [
    'policy',
    'aws_kms_key',
    undefined,
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111111111111:root' },
        Action: 'kms:*',
        Resource: '*',
      }),
    },
    'harmless',
  ],
  [
    'policy',
    'aws_kms_key',
    undefined,
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: '*' },
        Action: 'kms:Decrypt',
        Resource: '*',
        Condition: {
          StringEquals: {
            'kms:CallerAccount': '111111111111',
            'kms:ViaService': 's3.eu-west-1.amazonaws.com',
          },
        },
      }),
    },
    'harmless',
  ],
  [
    'policy',
    'aws_secretsmanager_secret_policy',
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: '111111111111' },
        Action: 'secretsmanager:GetSecretValue',
        Resource: '*',
      }),
    },
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: '*' },
        Action: 'secretsmanager:GetSecretValue',
        Resource: '*',
      }),
    },
    'security weakens',
  ],
  [
    'minimum password length',
    'aws_iam_account_password_policy',
    { minimum_password_length: 14 },
    { minimum_password_length: 8 },
    'security weakens',
  ],
  [
    'minimum password length',
    'aws_iam_account_password_policy',
    { minimum_password_length: 8, require_symbols: false },
    { minimum_password_length: 14, require_symbols: true },
    'security strengthens',
  ],
  [
    'max session duration',
    'aws_iam_role',
    { max_session_duration: 3600 },
    { max_session_duration: 43200 },
    'security weakens',
  ],
  [
    'permissions boundary',
    'aws_iam_role',
    { permissions_boundary: 'arn:x' },
    { permissions_boundary: '' },
    'security weakens',
  ],
  ['description', 'aws_iam_role', { description: 'a' }, { description: 'b' }, 'harmless'],
  [
    'managed policy arns',
    'aws_iam_role',
    { managed_policy_arns: ['a'] },
    { managed_policy_arns: ['a', 'arn:aws:iam::aws:policy/AdministratorAccess'] },
    'security weakens',
  ],
  [
    'policy',
    'aws_iam_user_policy',
    undefined,
    { policy: policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::a/*' }) },
    'security weakens',
  ],
  [
    'is enabled',
    'aws_config_configuration_recorder_status',
    { is_enabled: true },
    { is_enabled: false },
    'security weakens',
  ],
  ['', 'aws_securityhub_account', {}, undefined, 'security weakens'],
  [
    'event selector',
    'aws_cloudtrail',
    { event_selector: [{ include_management_events: true, read_write_type: 'All' }] },
    { event_selector: [{ include_management_events: true, read_write_type: 'WriteOnly' }] },
    'security weakens',
  ],
  [
    'kms key id',
    'aws_cloudtrail',
    { kms_key_id: null },
    { kms_key_id: 'arn:k' },
    'security strengthens',
  ],
  [
    'default action',
    'aws_wafv2_web_acl',
    { default_action: [{ block: [{}], allow: [] }] },
    { default_action: [{ block: [], allow: [{}] }] },
    'security weakens',
  ],
  [
    'rule',
    'aws_wafv2_web_acl',
    {
      rule: [{ name: 'r', priority: 1, statement: [{ rate_based_statement: [{ limit: 1000 }] }] }],
    },
    {
      rule: [{ name: 'r', priority: 1, statement: [{ rate_based_statement: [{ limit: 20000 }] }] }],
    },
    'security weakens',
  ],
  [
    'action',
    'aws_lb_listener_rule',
    {
      action: [
        { type: 'authenticate-oidc', authenticate_oidc: [{ issuer: 'x' }], order: 1 },
        { type: 'forward', target_group_arn: 't', order: 2 },
      ],
    },
    { action: [{ type: 'forward', target_group_arn: 't', order: 1 }] },
    'security weakens',
  ],
  [
    'health check',
    'aws_lb_target_group',
    { health_check: [{ interval: 30, unhealthy_threshold: 2, enabled: true }] },
    { health_check: [{ interval: 300, unhealthy_threshold: 2, enabled: true }] },
    'availability weakens',
  ],
];
