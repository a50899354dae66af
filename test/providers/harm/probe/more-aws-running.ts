import type { Json } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const policy = (...Statement: readonly Json[]) => JSON.stringify({ Statement });

export const moreAwsRunning: readonly Case[] = [
  [
    'enable deletion protection',
    'aws_lb',
    { enable_deletion_protection: false },
    { enable_deletion_protection: true },
    'durability strengthens',
  ],
  [
    'subnets',
    'aws_lb',
    { subnets: ['a', 'b', 'c'] },
    { subnets: ['a', 'b'] },
    'availability weakens',
  ],
  [
    'min capacity',
    'aws_appautoscaling_target',
    { min_capacity: 4, max_capacity: 10 },
    { min_capacity: 1, max_capacity: 10 },
    'availability weakens',
  ],
  [
    'deployment circuit breaker',
    'aws_ecs_service',
    { deployment_circuit_breaker: [{ enable: true, rollback: true }] },
    { deployment_circuit_breaker: [] },
    'availability weakens',
  ],
  [
    'enable execute command',
    'aws_ecs_service',
    { enable_execute_command: false },
    { enable_execute_command: true },
    'security weakens',
  ],
  [
    'vpc config',
    'aws_eks_cluster',
    { vpc_config: [{ endpoint_public_access: true, public_access_cidrs: ['203.0.113.0/24'] }] },
    { vpc_config: [{ endpoint_public_access: true, public_access_cidrs: ['0.0.0.0/0'] }] },
    'security weakens',
  ],
  [
    'enabled cluster log types',
    'aws_eks_cluster',
    { enabled_cluster_log_types: ['api', 'audit'] },
    { enabled_cluster_log_types: ['api'] },
    'security weakens',
  ],
  [
    'scaling config',
    'aws_eks_node_group',
    { scaling_config: [{ min_size: 3, desired_size: 3, max_size: 6 }] },
    { scaling_config: [{ min_size: 0, desired_size: 0, max_size: 6 }] },
    'availability weakens',
  ],
  [
    'authorization type',
    'aws_lambda_function_url',
    { authorization_type: 'AWS_IAM' },
    { authorization_type: 'NONE' },
    'security weakens',
  ],
  [
    'principal',
    'aws_lambda_permission',
    undefined,
    { principal: 's3.amazonaws.com', source_arn: 'a' },
    'security weakens',
  ],
  ['timeout', 'aws_lambda_function', { timeout: 30 }, { timeout: 900 }, 'availability strengthens'],
  [
    'tracing config',
    'aws_lambda_function',
    { tracing_config: [{ mode: 'Active' }] },
    { tracing_config: [{ mode: 'PassThrough' }] },
    'observability weakens',
  ],
  [
    'protocols',
    'aws_transfer_server',
    { protocols: ['SFTP'] },
    { protocols: ['SFTP', 'FTP'] },
    'security weakens',
  ],
  [
    'policy',
    'aws_vpc_endpoint',
    {
      policy: policy({
        Effect: 'Allow',
        Principal: { AWS: '111111111111' },
        Action: 's3:*',
        Resource: '*',
      }),
    },
    { policy: policy({ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }) },
    'security weakens',
  ],
  [
    'rule action',
    'aws_network_acl_rule',
    { rule_action: 'deny', cidr_block: '0.0.0.0/0', egress: false },
    { rule_action: 'allow', cidr_block: '0.0.0.0/0', egress: false },
    'security weakens',
  ],
  [
    'gateway id',
    'aws_route',
    { gateway_id: null, nat_gateway_id: 'nat-1' },
    { gateway_id: 'igw-1', nat_gateway_id: null },
    'routing weakens',
  ],
  [
    'map public ip on launch',
    'aws_subnet',
    { map_public_ip_on_launch: true },
    { map_public_ip_on_launch: false },
    'security strengthens',
  ],
  ['group', 'aws_ami_launch_permission', undefined, { group: 'all' }, 'security weakens'],
  [
    'shared accounts',
    'aws_db_snapshot',
    { shared_accounts: [] },
    { shared_accounts: ['all'] },
    'security weakens',
  ],
  [
    'policy',
    'aws_ecr_repository_policy',
    { policy: policy({ Effect: 'Allow', Principal: { AWS: '111111111111' }, Action: 'ecr:*' }) },
    { policy: policy({ Effect: 'Allow', Principal: '*', Action: 'ecr:*' }) },
    'security weakens',
  ],
  [
    'rule',
    'aws_backup_plan',
    { rule: [{ rule_name: 'd', schedule: 'x', lifecycle: [{ delete_after: 90 }] }] },
    { rule: [{ rule_name: 'd', schedule: 'x', lifecycle: [{ delete_after: 7 }] }] },
    'durability weakens',
  ],
  [
    'rule',
    'aws_backup_plan',
    {
      rule: [
        { rule_name: 'd', schedule: 'x' },
        { rule_name: 'w', schedule: 'y' },
      ],
    },
    { rule: [{ rule_name: 'd', schedule: 'x' }] },
    'durability weakens',
  ],
  [
    'content',
    'aws_organizations_policy',
    { content: policy({ Effect: 'Deny', Action: 'cloudtrail:StopLogging', Resource: '*' }) },
    {
      content: policy({
        Effect: 'Deny',
        Action: 'cloudtrail:StopLogging',
        Resource: '*',
        Condition: { StringNotEquals: { 'aws:PrincipalArn': 'x' } },
      }),
    },
    'governance weakens',
  ],
  [
    'content',
    'aws_organizations_policy',
    { content: policy({ Effect: 'Deny', Action: 'cloudtrail:StopLogging', Resource: '*' }) },
    {
      content: policy({
        Effect: 'Deny',
        Action: ['cloudtrail:StopLogging', 'cloudtrail:DeleteTrail'],
        Resource: '*',
      }),
    },
    'governance strengthens',
  ],
];
