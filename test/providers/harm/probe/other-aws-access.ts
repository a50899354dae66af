import type { Json } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const policy = (...Statement: readonly Json[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement });
const publish = {
  Effect: 'Allow',
  Action: 'sns:Publish',
  Resource: 'arn:aws:sns:eu-west-1:123456789012:t',
};
const own = { AWS: 'arn:aws:iam::123456789012:root' };
const admin = 'arn:aws:iam::aws:policy/AdministratorAccess';
export const otherAwsAccess: readonly Case[] = [
  [
    'topic for anybody',
    'aws_sns_topic_policy',
    { policy: policy({ ...publish, Principal: own }) },
    { policy: policy({ ...publish, Principal: '*' }) },
    'security weakens',
  ],
  [
    'topic for one source alone',
    'aws_sns_topic_policy',
    { policy: policy({ ...publish, Principal: '*' }) },
    {
      policy: policy({
        ...publish,
        Principal: '*',
        Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
      }),
    },
    'security strengthens',
  ],
  [
    'topic in clear',
    'aws_sns_topic',
    { kms_master_key_id: 'alias/a' },
    { kms_master_key_id: '' },
    'security weakens',
  ],
  ['display name', 'aws_sns_topic', { display_name: 'a' }, { display_name: 'b' }, 'harmless'],
  [
    'queue for anybody',
    'aws_sqs_queue_policy',
    { policy: policy({ Effect: 'Allow', Action: 'sqs:*', Resource: '*', Principal: own }) },
    {
      policy: policy({ Effect: 'Allow', Action: 'sqs:*', Resource: '*', Principal: { AWS: '*' } }),
    },
    'security weakens',
  ],
  [
    'key for anybody',
    'aws_kms_key_policy',
    { policy: policy({ Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: own }) },
    { policy: policy({ Effect: 'Allow', Action: 'kms:Decrypt', Resource: '*', Principal: '*' }) },
    'security weakens',
  ],
  [
    'user becomes administrator',
    'aws_iam_user_policy_attachment',
    undefined,
    { user: 'u', policy_arn: admin },
    'security weakens',
  ],
  [
    'user is administrator no more',
    'aws_iam_user_policy_attachment',
    { user: 'u', policy_arn: admin },
    undefined,
    'security strengthens',
  ],
  [
    'group may do everything',
    'aws_iam_group_policy',
    { policy: policy({ Effect: 'Allow', Action: 's3:ListBucket', Resource: '*' }) },
    { policy: policy({ Effect: 'Allow', Action: '*', Resource: '*' }) },
    'security weakens',
  ],
  [
    'user without boundary',
    'aws_iam_user',
    { permissions_boundary: 'arn:aws:iam::1:policy/b' },
    {},
    'security weakens',
  ],
  ['user gets a tag', 'aws_iam_user', { tags: {} }, { tags: { team: 'web' } }, 'harmless'],
  [
    'administrator of all accounts',
    'aws_ssoadmin_managed_policy_attachment',
    undefined,
    { managed_policy_arn: admin },
    'security weakens',
  ],
  [
    'sessions of a day',
    'aws_ssoadmin_permission_set',
    { session_duration: 'PT1H' },
    { session_duration: 'PT12H' },
    'security weakens',
  ],
  [
    'cluster administrator',
    'aws_eks_access_policy_association',
    undefined,
    {
      policy_arn: 'arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy',
      access_scope: [{ type: 'cluster' }],
    },
    'security weakens',
  ],
  [
    'account lets buckets be public',
    'aws_s3_account_public_access_block',
    { block_public_acls: true, block_public_policy: true },
    { block_public_acls: true, block_public_policy: false },
    'security weakens',
  ],
  [
    'bucket for any origin',
    'aws_s3_bucket_cors_configuration',
    { cors_rule: [{ allowed_methods: ['GET'], allowed_origins: ['https://a.example'] }] },
    { cors_rule: [{ allowed_methods: ['GET'], allowed_origins: ['*'] }] },
    'security weakens',
  ],
  [
    'route without login',
    'aws_apigatewayv2_route',
    { authorization_type: 'JWT', authorizer_id: 'a' },
    { authorization_type: 'NONE' },
    'security weakens',
  ],
  [
    'domain with TLS 1.0',
    'aws_api_gateway_domain_name',
    { security_policy: 'TLS_1_2' },
    { security_policy: 'TLS_1_0' },
    'security weakens',
  ],
  [
    'interface for anybody',
    'aws_api_gateway_rest_api_policy',
    {
      policy: policy({
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: '*',
        Principal: own,
      }),
    },
    {
      policy: policy({
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: '*',
        Principal: '*',
      }),
    },
    'security weakens',
  ],
  [
    'key instead of login',
    'aws_appsync_graphql_api',
    { authentication_type: 'AMAZON_COGNITO_USER_POOLS' },
    { authentication_type: 'API_KEY' },
    'security weakens',
  ],
  [
    'answers without HSTS',
    'aws_cloudfront_response_headers_policy',
    {
      security_headers_config: [
        { strict_transport_security: [{ override: true, access_control_max_age_sec: 31536000 }] },
      ],
    },
    { security_headers_config: [{ strict_transport_security: [] }] },
    'security weakens',
  ],
  [
    'snapshots may be public',
    'aws_ebs_snapshot_block_public_access',
    { state: 'block-all-sharing' },
    { state: 'unblocked' },
    'security weakens',
  ],
  [
    'images may be public',
    'aws_ec2_image_block_public_access',
    { state: 'block-new-sharing' },
    { state: 'unblocked' },
    'security weakens',
  ],
  [
    'layer for anybody',
    'aws_lambda_layer_version_permission',
    undefined,
    { principal: '*', action: 'lambda:GetLayerVersion' },
    'security weakens',
  ],
  [
    'table for anybody',
    'aws_dynamodb_resource_policy',
    undefined,
    {
      policy: policy({
        Effect: 'Allow',
        Action: 'dynamodb:GetItem',
        Resource: '*',
        Principal: '*',
      }),
    },
    'security weakens',
  ],
  [
    'build as root of the host',
    'aws_codebuild_project',
    { environment: [{ privileged_mode: false }] },
    { environment: [{ privileged_mode: true }] },
    'security weakens',
  ],
  [
    'notebook on the internet',
    'aws_sagemaker_notebook_instance',
    { direct_internet_access: 'Disabled' },
    { direct_internet_access: 'Enabled' },
    'security weakens',
  ],
];
