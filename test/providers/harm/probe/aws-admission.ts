import type { Json } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const policy = (...Statement: readonly Json[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement });
const read = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::reports/*' };
const trust = (Principal: Json, Condition?: Json): Json => ({
  Effect: 'Allow',
  Principal,
  Action: 'sts:AssumeRole',
  ...(Condition !== undefined && { Condition }),
});
const tlsOnly = {
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: '*',
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};
const rule = (port: number, ...cidr_blocks: string[]) => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  cidr_blocks,
  description: '',
  self: false,
});

export const awsAdmission: readonly Case[] = [
  [
    'key rotation off',
    'aws_kms_key',
    { enable_key_rotation: true },
    { enable_key_rotation: false },
    'security weakens',
  ],
  [
    'key rotation on',
    'aws_kms_key',
    { enable_key_rotation: false },
    { enable_key_rotation: true },
    'security strengthens',
  ],
  [
    'metadata service without token',
    'aws_instance',
    { metadata_options: [{ http_tokens: 'required' }] },
    { metadata_options: [{ http_tokens: 'optional' }] },
    'security weakens',
  ],
  [
    'template falls back to no token',
    'aws_launch_template',
    { metadata_options: [{ http_tokens: 'required' }] },
    { metadata_options: [] },
    'security weakens',
  ],
  [
    'image scan off',
    'aws_ecr_repository',
    { image_scanning_configuration: [{ scan_on_push: true }] },
    { image_scanning_configuration: [{ scan_on_push: false }] },
    'security weakens',
  ],
  [
    'image tags mutable',
    'aws_ecr_repository',
    { image_tag_mutability: 'IMMUTABLE' },
    { image_tag_mutability: 'MUTABLE' },
    'security weakens',
  ],
  [
    'cluster endpoint public',
    'aws_eks_cluster',
    { vpc_config: [{ endpoint_public_access: false }] },
    { vpc_config: [{ endpoint_public_access: true }] },
    'security weakens',
  ],
  [
    'log kept a week',
    'aws_cloudwatch_log_group',
    { retention_in_days: 0 },
    { retention_in_days: 7 },
    'observability weakens',
  ],
  [
    'log kept a week, nothing set before',
    'aws_cloudwatch_log_group',
    { name: 'l' },
    { name: 'l', retention_in_days: 7 },
    'observability weakens',
  ],
  [
    'log kept forever',
    'aws_cloudwatch_log_group',
    { retention_in_days: 30 },
    { retention_in_days: 0 },
    'observability strengthens',
  ],
  [
    'web firewall taken off',
    'aws_wafv2_web_acl_association',
    { resource_arn: 'a', web_acl_arn: 'b' },
    undefined,
    'security weakens',
  ],
  [
    'SSH for everyone',
    'aws_security_group',
    { ingress: [rule(443, '0.0.0.0/0')] },
    { ingress: [rule(443, '0.0.0.0/0'), rule(22, '0.0.0.0/0')] },
    'security weakens',
  ],
  [
    'SSH for the office alone',
    'aws_security_group',
    { ingress: [rule(22, '0.0.0.0/0')] },
    { ingress: [rule(22, '203.0.113.0/24')] },
    'security strengthens',
  ],
  [
    'ranges in another order',
    'aws_security_group',
    { ingress: [rule(22, '10.0.0.0/8', '10.9.0.0/16'), rule(80, '10.0.0.0/8')] },
    { ingress: [rule(80, '10.0.0.0/8'), rule(22, '10.9.0.0/16', '10.0.0.0/8')] },
    'harmless',
  ],
  [
    'one rule written as two',
    'aws_security_group',
    { ingress: [rule(22, '10.0.0.0/8', '192.168.0.0/16')] },
    { ingress: [rule(22, '10.0.0.0/8'), rule(22, '192.168.0.0/16')] },
    'harmless',
  ],
  [
    'rule moves from 443 to 22 for everyone',
    'aws_security_group',
    { ingress: [rule(443, '0.0.0.0/0')] },
    { ingress: [rule(22, '0.0.0.0/0')] },
    'security weakens',
  ],
  [
    'description of the group',
    'aws_security_group',
    { description: 'a', ingress: [rule(443, '0.0.0.0/0')] },
    { description: 'b', ingress: [rule(443, '0.0.0.0/0')] },
    'harmless',
  ],
  [
    'range of ports grows',
    'aws_vpc_security_group_ingress_rule',
    { ip_protocol: 'tcp', from_port: 443, to_port: 443, cidr_ipv4: '10.0.0.0/8' },
    { ip_protocol: 'tcp', from_port: 0, to_port: 65535, cidr_ipv4: '10.0.0.0/8' },
    'security weakens',
  ],
  [
    'role for everybody',
    'aws_iam_role',
    { assume_role_policy: policy(trust({ Service: 'ec2.amazonaws.com' })) },
    { assume_role_policy: policy(trust({ AWS: '*' })) },
    'security weakens',
  ],
  [
    'trust of an external id gone',
    'aws_iam_role',
    {
      assume_role_policy: policy(trust({ AWS: '*' }, { StringEquals: { 'sts:ExternalId': 'x1' } })),
    },
    { assume_role_policy: policy(trust({ AWS: '*' })) },
    'security weakens',
  ],
  [
    'trust written in another way',
    'aws_iam_role',
    { assume_role_policy: policy(trust({ AWS: '123456789012' })) },
    { assume_role_policy: policy(trust({ AWS: ['arn:aws:iam::123456789012:root'] })) },
    'harmless',
  ],
  [
    'policy gains everything',
    'aws_iam_policy',
    { policy: policy(read) },
    { policy: policy(read, { Effect: 'Allow', Action: '*', Resource: '*' }) },
    'security weakens',
  ],
  [
    'policy gains PassRole',
    'aws_iam_role_policy',
    { policy: policy(read) },
    { policy: policy(read, { Effect: 'Allow', Action: ['iam:PassRole'], Resource: '*' }) },
    'security weakens',
  ],
  [
    'policy loses a statement',
    'aws_iam_policy',
    { policy: policy(read, { Effect: 'Allow', Action: '*', Resource: '*' }) },
    { policy: policy(read) },
    'security strengthens',
  ],
  [
    'policy laid out anew',
    'aws_iam_policy',
    { policy: policy(read) },
    { policy: JSON.stringify({ Statement: read, Version: '2012-10-17' }, null, 2) },
    'harmless',
  ],
  [
    'bucket loses TLS only',
    'aws_s3_bucket_policy',
    { policy: policy(tlsOnly) },
    { policy: policy({ ...tlsOnly, Effect: 'Allow', Principal: { AWS: '123456789012' } }) },
    'security weakens',
  ],
];
