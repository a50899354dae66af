import { newFolder } from './parley.ts';
import { ben, put, record, writeLog } from './records.ts';

type Fields = Readonly<Record<string, unknown>>;

const account = '123456789012';
export const group = 'sg-0a1b2c3d4e5f60718';
const rule = 'sgr-0a1b2c3d4e5f60718';
const zone = 'Z0123456789ABCDEFGHIJ';
const balancer = `arn:aws:elasticloadbalancing:us-east-1:${account}:loadbalancer/app/shop/50dc6c495c0c9188`;
export const listener = `${balancer.replace(':loadbalancer/', ':listener/')}/f2f7dc8efc522ab2`;
export const targets = `arn:aws:elasticloadbalancing:us-east-1:${account}:targetgroup/shop/73e2d6bc24d8a067`;
export const topic = `arn:aws:sns:us-east-1:${account}:orders`;
export const table = `arn:aws:dynamodb:us-east-1:${account}:table/carts`;

/** Resource type, attributes in the code, and further attributes in the state. */
const resources: readonly (readonly [type: string, code: Fields, state: Fields])[] = [
  [
    'aws_security_group',
    { name: 'shop' },
    { id: group, arn: `arn:aws:ec2:us-east-1:${account}:security-group/${group}` },
  ],
  [
    'aws_vpc_security_group_ingress_rule',
    {
      security_group_id: group,
      ip_protocol: 'tcp',
      from_port: 443,
      to_port: 443,
      cidr_ipv4: '10.0.0.0/8',
    },
    { id: rule, security_group_rule_id: rule },
  ],
  ['aws_iam_role', { name: 'shop' }, { id: 'shop', arn: `arn:aws:iam::${account}:role/shop` }],
  [
    'aws_s3_bucket',
    { bucket: 'shop-assets' },
    { id: 'shop-assets', arn: 'arn:aws:s3:::shop-assets' },
  ],
  ['aws_sns_topic', { name: 'orders' }, { id: topic, arn: topic }],
  ['aws_lb', { name: 'shop' }, { id: balancer, arn: balancer }],
  ['aws_lb_listener', { load_balancer_arn: balancer, port: 443 }, { id: listener, arn: listener }],
  ['aws_lb_target_group', { name: 'shop' }, { id: targets, arn: targets }],
  ['aws_route53_zone', { name: 'shop.example' }, { id: zone, zone_id: zone }],
  [
    'aws_lambda_function',
    { function_name: 'checkout' },
    { id: 'checkout', arn: `arn:aws:lambda:us-east-1:${account}:function:checkout` },
  ],
  [
    'aws_cloudwatch_log_group',
    { name: '/shop' },
    { id: '/shop', arn: `arn:aws:logs:us-east-1:${account}:log-group:/shop` },
  ],
  [
    'aws_cloudwatch_event_rule',
    { name: 'nightly' },
    {
      id: 'nightly',
      event_bus_name: 'default',
      arn: `arn:aws:events:us-east-1:${account}:rule/nightly`,
    },
  ],
  ['aws_dynamodb_table', { name: 'carts' }, { id: 'carts', arn: table }],
];

/** A project with one resource of each type, its state, and the given settings. */
export function relatedProject(settings = ''): string {
  const folder = newFolder();
  const code = resources.map(([type, own]) => {
    const lines = Object.entries(own).map(
      ([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`,
    );
    return `resource "${type}" "shop" {
${lines.join('')}}
`;
  });
  put(folder, 'main.tf', code.join('\n'));
  const state = {
    version: 4,
    terraform_version: '1.12.0',
    serial: 3,
    lineage: 'b6f3a6a4-1111-4c1e-9a40-000000000001',
    outputs: {},
    resources: resources.map(([type, own, more]) => ({
      mode: 'managed',
      type,
      name: 'shop',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [{ schema_version: 0, attributes: { ...own, ...more } }],
    })),
  };
  put(folder, 'terraform.tfstate', JSON.stringify(state));
  if (settings !== '') put(folder, 'parley.yaml', settings);
  return folder;
}

/** A log of these calls, a minute apart; made by a person unless `by` says otherwise. */
export function callsLog(calls: readonly Call[]): string {
  const records = calls.map(({ service, operation, request, response, by = ben }, minute) =>
    record(`call-${minute}`, service, operation, request, {
      ...by,
      ...(response === undefined ? {} : { responseElements: response }),
      eventTime: `2026-03-14T03:${String(minute).padStart(2, '0')}:00Z`,
    }),
  );
  return writeLog(newFolder(), records);
}

export interface Call {
  readonly service: string;
  readonly operation: string;
  readonly request: unknown;
  readonly response?: unknown;
  readonly by?: Fields;
}

/** Opens a port in the security group, as a separate rule. */
export function openPort(port: number, id = `sgr-0f00000000000${port}`): Call {
  const ranges = { items: [{ cidrIp: '192.0.2.0/24' }] };
  return {
    service: 'ec2',
    operation: 'AuthorizeSecurityGroupIngress',
    request: {
      groupId: group,
      ipPermissions: {
        items: [{ ipProtocol: 'tcp', fromPort: port, toPort: port, ipRanges: ranges }],
      },
    },
    response: {
      _return: true,
      securityGroupRuleSet: {
        items: [
          {
            groupId: group,
            securityGroupRuleId: id,
            isEgress: false,
            ipProtocol: 'tcp',
            fromPort: port,
            toPort: port,
            cidrIpv4: '192.0.2.0/24',
          },
        ],
      },
    },
  };
}

const policy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
});

/** Creations beside managed resources, by kind: the call, the type, and the managed resource. */
export const kinds: readonly (readonly [kind: string, call: Call, type: string, on: string])[] = [
  ['a rule', openPort(8443), 'aws_vpc_security_group_ingress_rule', 'aws_security_group'],
  [
    'a policy attachment',
    {
      service: 'iam',
      operation: 'AttachRolePolicy',
      request: { roleName: 'shop', policyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
    },
    'aws_iam_role_policy_attachment',
    'aws_iam_role',
  ],
  [
    'an inline policy',
    {
      service: 'iam',
      operation: 'PutRolePolicy',
      request: { roleName: 'shop', policyName: 'extra', policyDocument: policy },
    },
    'aws_iam_role_policy',
    'aws_iam_role',
  ],
  [
    'a bucket policy',
    {
      service: 's3',
      operation: 'PutBucketPolicy',
      request: { bucketName: 'shop-assets', bucketPolicy: JSON.parse(policy) },
    },
    'aws_s3_bucket_policy',
    'aws_s3_bucket',
  ],
  [
    'a subscription',
    {
      service: 'sns',
      operation: 'Subscribe',
      request: { topicArn: topic, protocol: 'https', endpoint: 'https://example.com/hook' },
      response: { subscriptionArn: `${topic}:6d2f1c7e-1111-4c1e-9a40-000000000001` },
    },
    'aws_sns_topic_subscription',
    'aws_sns_topic',
  ],
  [
    'a subscription that nobody confirmed, which has no id yet',
    {
      service: 'sns',
      operation: 'Subscribe',
      request: { topicArn: topic, protocol: 'email', endpoint: 'ops@example.com' },
      response: { subscriptionArn: 'pending confirmation' },
    },
    'aws_sns_topic_subscription',
    'aws_sns_topic',
  ],
  [
    'a target, which has no id to import by',
    {
      service: 'elasticloadbalancing',
      operation: 'RegisterTargets',
      request: { targetGroupArn: targets, targets: [{ id: 'i-0123456789abcdef0', port: 8080 }] },
    },
    'aws_lb_target_group_attachment',
    'aws_lb_target_group',
  ],
  [
    "a listener's rule",
    {
      service: 'elasticloadbalancing',
      operation: 'CreateRule',
      request: {
        listenerArn: listener,
        priority: 20,
        conditions: [{ field: 'path-pattern', values: ['/admin'] }],
        actions: [{ type: 'forward', targetGroupArn: targets }],
      },
      response: {
        rules: [
          {
            ruleArn: `${listener.replace(':listener/', ':listener-rule/')}/9683b2d02a6cabee`,
            priority: '20',
            isDefault: false,
          },
        ],
      },
    },
    'aws_lb_listener_rule',
    'aws_lb_listener',
  ],
  [
    'a record',
    {
      service: 'route53',
      operation: 'ChangeResourceRecordSets',
      request: {
        hostedZoneId: zone,
        changeBatch: {
          changes: [
            {
              action: 'CREATE',
              resourceRecordSet: {
                name: 'beta.shop.example',
                type: 'A',
                tTL: 60,
                resourceRecords: [{ value: '192.0.2.10' }],
              },
            },
          ],
        },
      },
    },
    'aws_route53_record',
    'aws_route53_zone',
  ],
  [
    'a permission',
    {
      service: 'lambda',
      operation: 'AddPermission20150331v2',
      request: {
        functionName: 'checkout',
        statementId: 'anybody',
        action: 'lambda:InvokeFunction',
        principal: '*',
      },
    },
    'aws_lambda_permission',
    'aws_lambda_function',
  ],
  [
    'a subscription of a log',
    {
      service: 'logs',
      operation: 'PutSubscriptionFilter',
      request: {
        logGroupName: '/shop',
        filterName: 'copy',
        filterPattern: '',
        destinationArn: `arn:aws:lambda:us-east-1:${account}:function:copy`,
      },
    },
    'aws_cloudwatch_log_subscription_filter',
    'aws_cloudwatch_log_group',
  ],
  [
    'a target of a rule',
    {
      service: 'events',
      operation: 'PutTargets',
      request: {
        rule: 'nightly',
        targets: [{ id: 'extra', arn: `arn:aws:lambda:us-east-1:${account}:function:extra` }],
      },
    },
    'aws_cloudwatch_event_target',
    'aws_cloudwatch_event_rule',
  ],
  [
    'a policy of a table',
    {
      service: 'dynamodb',
      operation: 'PutResourcePolicy',
      request: { resourceArn: table, policy },
    },
    'aws_dynamodb_resource_policy',
    'aws_dynamodb_table',
  ],
];

const foreignRule = 'sgr-0ffffffffffffffff';

/** Changes of unmanaged resources that belong to managed ones. */
export const changes: readonly (readonly [
  kind: string,
  call: Call,
  type: string,
  on: string,
  what: 'changed' | 'deleted',
])[] = [
  [
    'a rule that is edited',
    {
      service: 'ec2',
      operation: 'ModifySecurityGroupRules',
      request: {
        ModifySecurityGroupRulesRequest: {
          GroupId: group,
          SecurityGroupRule: {
            SecurityGroupRuleId: foreignRule,
            SecurityGroupRule: {
              IpProtocol: 'tcp',
              FromPort: 22,
              ToPort: 22,
              CidrIpv4: '0.0.0.0/0',
            },
          },
        },
      },
    },
    'aws_vpc_security_group_ingress_rule',
    'aws_security_group',
    'changed',
  ],
  [
    'a rule that is revoked by its id',
    {
      service: 'ec2',
      operation: 'RevokeSecurityGroupIngress',
      request: {
        groupId: group,
        securityGroupRuleIds: { items: [{ securityGroupRuleId: foreignRule }] },
      },
    },
    'aws_vpc_security_group_ingress_rule',
    'aws_security_group',
    'deleted',
  ],
  [
    'a policy that is detached',
    {
      service: 'iam',
      operation: 'DetachRolePolicy',
      request: { roleName: 'shop', policyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
    },
    'aws_iam_role_policy_attachment',
    'aws_iam_role',
    'deleted',
  ],
  [
    'a bucket policy that goes',
    { service: 's3', operation: 'DeleteBucketPolicy', request: { bucketName: 'shop-assets' } },
    'aws_s3_bucket_policy',
    'aws_s3_bucket',
    'deleted',
  ],
  [
    'a subscription with other settings',
    {
      service: 'sns',
      operation: 'SetSubscriptionAttributes',
      request: {
        subscriptionArn: `${topic}:6d2f1c7e-1111-4c1e-9a40-000000000001`,
        attributeName: 'RawMessageDelivery',
        attributeValue: 'true',
      },
    },
    'aws_sns_topic_subscription',
    'aws_sns_topic',
    'changed',
  ],
  [
    'a target that is taken out',
    {
      service: 'elasticloadbalancing',
      operation: 'DeregisterTargets',
      request: { targetGroupArn: targets, targets: [{ id: 'i-0123456789abcdef0', port: 8080 }] },
    },
    'aws_lb_target_group_attachment',
    'aws_lb_target_group',
    'deleted',
  ],
  [
    "a listener's rule that goes",
    {
      service: 'elasticloadbalancing',
      operation: 'DeleteRule',
      request: {
        ruleArn: `${listener.replace(':listener/', ':listener-rule/')}/9683b2d02a6cabee`,
      },
    },
    'aws_lb_listener_rule',
    'aws_lb_listener',
    'deleted',
  ],
];
