import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import type { FakeResource } from './event.ts';
import { auditEvent } from './event.ts';
import { foldCalls } from './fold-calls.ts';

const catalog = createCatalog(awsEntries);

type Call = readonly [
  service: string,
  operation: string,
  request: JsonObject,
  response?: JsonObject,
];

function fold(resources: readonly FakeResource[], calls: readonly Call[]) {
  const events = calls.map(([service, operation, request, response = {}], index) =>
    auditEvent({
      id: `e-${index}`,
      time: `2026-03-01T10:0${index}:00Z`,
      service: `${service}.amazonaws.com`,
      operation,
      request,
      response,
    }),
  );
  return foldCalls(catalog, resources, events);
}

/** Places where the calls leave live resources different from the code, which equals the state. */
function drifts(resources: readonly FakeResource[], calls: readonly Call[]): readonly string[] {
  const { drifts: found } = fold(resources, calls);
  return found.map(({ address, path }) => `${address} ${formatPath(path)}`.trim());
}

const bucket = {
  address: 'aws_s3_bucket.assets',
  attributes: { bucket: 'assets', tags: { Team: 'web' } },
};
const tag = (tags: Readonly<Record<string, string>>): Call => [
  's3',
  'PutBucketTagging',
  {
    bucketName: 'assets',
    Tagging: { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } },
  },
];
const lifecycle = {
  address: 'aws_s3_bucket_lifecycle_configuration.assets',
  attributes: {
    bucket: 'assets',
    rule: [{ id: 'tmp', status: 'Enabled', expiration: [{ days: 30 }], prefix: '' }],
  },
};
const rules = (...list: readonly (readonly [string, number])[]): Call => [
  's3',
  'PutBucketLifecycleConfiguration',
  {
    bucketName: 'assets',
    LifecycleConfiguration: {
      Rule: list.map(([ID, Days]) => ({ ID, Status: 'Enabled', Expiration: { Days } })),
    },
  },
];
const versioning = (Status: string): Call => [
  's3',
  'PutBucketVersioning',
  { bucketName: 'assets', VersioningConfiguration: { Status } },
];

const alarm = {
  address: 'aws_cloudwatch_metric_alarm.age',
  attributes: {
    alarm_name: 'age',
    threshold: 300,
    actions_enabled: true,
    treat_missing_data: 'missing',
    unit: '',
    datapoints_to_alarm: 0,
    ok_actions: [],
  },
};
const putAlarm = (more: JsonObject): Call => [
  'monitoring',
  'PutMetricAlarm',
  { alarmName: 'age', threshold: 300, ...more },
];

const record = {
  address: 'aws_route53_record.www',
  attributes: {
    zone_id: 'Z1',
    name: 'www',
    fqdn: 'www.example.com',
    type: 'A',
    ttl: 300,
    records: ['192.0.2.1'],
    health_check_id: '',
  },
};
const change = (action: string, tTL: number) => ({
  action,
  resourceRecordSet: {
    name: 'www.example.com.',
    type: 'A',
    tTL,
    resourceRecords: [{ value: '192.0.2.1' }],
  },
});
const records = (...changes: JsonObject[]): Call => [
  'route53',
  'ChangeResourceRecordSets',
  { hostedZoneId: 'Z1', changeBatch: { changes } },
];

const role = { address: 'aws_iam_role.web', attributes: { name: 'web' } };
const policy = { roleName: 'web', policyArn: 'arn:p' };

const table = {
  address: 'aws_dynamodb_table.orders',
  attributes: { name: 'orders', server_side_encryption: [], deletion_protection_enabled: false },
};
const updateTable = (request: JsonObject): Call => [
  'dynamodb',
  'UpdateTable',
  { tableName: 'orders', ...request },
];

const rule = {
  address: 'aws_cloudwatch_event_rule.nightly',
  attributes: { name: 'nightly', event_bus_name: 'default', state: 'ENABLED', description: 'x' },
};

describe('calls one after the other', () => {
  it.each<[string, readonly FakeResource[], readonly Call[], readonly string[]]>([
    [
      'a tag is changed and one added',
      [bucket],
      [tag({ Team: 'api', Cost: '1' })],
      ['aws_s3_bucket.assets tags.Cost', 'aws_s3_bucket.assets tags.Team'],
    ],
    ['a tag comes and goes', [bucket], [tag({ Team: 'web', Cost: '1' }), tag({ Team: 'web' })], []],
    [
      'a lifecycle rule is changed',
      [bucket, lifecycle],
      [rules(['tmp', 60])],
      ['aws_s3_bucket_lifecycle_configuration.assets rule[{id="tmp"}].expiration'],
    ],
    [
      'a lifecycle rule comes and goes',
      [bucket, lifecycle],
      [rules(['tmp', 30], ['x', 1]), rules(['tmp', 30])],
      [],
    ],
    [
      'versioning is switched on',
      [bucket],
      [versioning('Enabled')],
      ['aws_s3_bucket_versioning.assets'],
    ],
    ['an alarm is put as it is', [alarm], [putAlarm({})], []],
    [
      'an alarm is changed',
      [alarm],
      [putAlarm({ threshold: 500 })],
      ['aws_cloudwatch_metric_alarm.age threshold'],
    ],
    [
      'an alarm gets a unit, and loses it',
      [alarm],
      [putAlarm({ unit: 'Seconds' }), putAlarm({})],
      [],
    ],
    [
      'a record is replaced in one batch',
      [record],
      [records(change('DELETE', 300), change('CREATE', 60))],
      ['aws_route53_record.www ttl'],
    ],
    [
      'a record is replaced by itself',
      [record],
      [records(change('DELETE', 300)), records(change('CREATE', 300))],
      [],
    ],
    ['a record is deleted', [record], [records(change('DELETE', 300))], ['aws_route53_record.www']],
    [
      'a policy is attached and detached',
      [role],
      [
        ['iam', 'AttachRolePolicy', policy],
        ['iam', 'DetachRolePolicy', policy],
      ],
      [],
    ],
    [
      'encryption goes on and off',
      [table],
      [
        updateTable({ sSESpecification: { enabled: true } }),
        updateTable({ sSESpecification: { enabled: false } }),
      ],
      [],
    ],
    [
      'a rule is put without what it had',
      [rule],
      [['events', 'PutRule', { name: 'nightly' }]],
      ['aws_cloudwatch_event_rule.nightly description'],
    ],
    [
      'a rule is disabled and enabled',
      [rule],
      [
        ['events', 'DisableRule', { name: 'nightly' }],
        ['events', 'EnableRule', { name: 'nightly' }],
      ],
      [],
    ],
  ])('%s', (_, resources, calls, expected) => {
    expect(drifts(resources, calls)).toEqual(expected);
  });
});

const bucketName = 'assets';
const off = { BlockPublicAcls: false, BlockPublicPolicy: false };
const on = { BlockPublicAcls: true, BlockPublicPolicy: true };
const rest = { IgnorePublicAcls: true, RestrictPublicBuckets: true };
const publicAccess = {
  address: 'aws_s3_bucket_public_access_block.assets',
  attributes: {
    bucket: 'assets',
    block_public_acls: true,
    block_public_policy: true,
    ignore_public_acls: true,
    restrict_public_buckets: true,
  },
};
const putPublicAccess = (more: JsonObject): Call => [
  's3',
  'PutBucketPublicAccessBlock',
  { bucketName, PublicAccessBlockConfiguration: { ...more, ...rest } },
];
const dropPublicAccess: Call = ['s3', 'DeleteBucketPublicAccessBlock', { bucketName }];

const document = (action: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: action, Resource: '*' }],
});
const bucketPolicy = {
  address: 'aws_s3_bucket_policy.assets',
  attributes: { bucket: 'assets', policy: JSON.stringify(document('s3:GetObject')) },
};
const putBucketPolicy = (action: string): Call => [
  's3',
  'PutBucketPolicy',
  { bucketName, bucketPolicy: document(action) },
];
const dropBucketPolicy: Call = ['s3', 'DeleteBucketPolicy', { bucketName }];

const rolePolicy = {
  address: 'aws_iam_role_policy.read',
  attributes: {
    role: 'web',
    name: 'read',
    policy: JSON.stringify(document('s3:GetObject')),
  },
};
const putRolePolicy = (action: string): Call => [
  'iam',
  'PutRolePolicy',
  { roleName: 'web', policyName: 'read', policyDocument: JSON.stringify(document(action)) },
];
const dropRolePolicy: Call = ['iam', 'DeleteRolePolicy', { roleName: 'web', policyName: 'read' }];

const taggedAlarm = {
  address: 'aws_cloudwatch_metric_alarm.age',
  attributes: { ...alarm.attributes, tags: { Team: 'web' } },
};
const dropAlarm: Call = ['monitoring', 'DeleteAlarms', { alarmNames: ['age'] }];

const standalone = {
  address: 'aws_vpc_security_group_ingress_rule.web',
  attributes: {
    id: 'sgr-00000000000000001',
    security_group_rule_id: 'sgr-00000000000000001',
    security_group_id: 'sg-1',
    ip_protocol: 'tcp',
    from_port: 443,
    to_port: 443,
    cidr_ipv4: '10.0.0.0/8',
    description: 'web',
  },
};
const twoRanges = {
  address: 'aws_security_group_rule.web',
  attributes: {
    id: 'sgrule-1',
    security_group_id: 'sg-1',
    type: 'ingress',
    protocol: 'tcp',
    from_port: 443,
    to_port: 443,
    cidr_blocks: ['10.0.0.0/8', '172.16.0.0/12'],
    description: 'web',
  },
};
const topicArn = 'arn:aws:sns:eu-central-1:111122223333:orders';
const toJobs = {
  topicArn,
  protocol: 'sqs',
  endpoint: 'arn:aws:sqs:eu-central-1:111122223333:jobs',
};
const subscription = {
  address: 'aws_sns_topic_subscription.jobs',
  attributes: {
    arn: `${topicArn}:0f3a`,
    id: `${topicArn}:0f3a`,
    topic_arn: topicArn,
    protocol: 'sqs',
    endpoint: toJobs.endpoint,
    raw_message_delivery: false,
    filter_policy_scope: 'MessageAttributes',
  },
};
const permission = (cidrs: readonly string[], description?: string) => ({
  groupId: 'sg-1',
  ipPermissions: {
    items: [
      {
        ipProtocol: 'tcp',
        fromPort: 443,
        toPort: 443,
        ipRanges: {
          items: cidrs.map((cidrIp) => ({
            cidrIp,
            ...(description === undefined ? {} : { description }),
          })),
        },
      },
    ],
  },
});
const revoke = (...cidrs: readonly string[]): Call => [
  'ec2',
  'RevokeSecurityGroupIngress',
  permission(cidrs),
];
/** AWS gives the rule a new id. */
const authorize = (cidr: string, description = 'web', id = 'sgr-00000000000000002'): Call => [
  'ec2',
  'AuthorizeSecurityGroupIngress',
  permission([cidr], description),
  {
    securityGroupRuleSet: {
      items: [
        {
          groupId: 'sg-1',
          securityGroupRuleId: id,
          isEgress: false,
          ipProtocol: 'tcp',
          fromPort: 443,
          toPort: 443,
          cidrIpv4: cidr,
          description,
        },
      ],
    },
  },
];
const revokeById = (id: string): Call => [
  'ec2',
  'RevokeSecurityGroupIngress',
  { groupId: 'sg-1', securityGroupRuleIds: { items: [{ securityGroupRuleId: id }] } },
];

describe('a resource that was deleted and made again', () => {
  it.each<[string, readonly FakeResource[], readonly Call[], readonly string[], readonly string[]]>(
    [
      [
        'with the values of the code is put back',
        [publicAccess],
        [dropPublicAccess, putPublicAccess(on)],
        [],
        ['aws_s3_bucket_public_access_block.assets: e-0 e-1 put-back'],
      ],
      [
        'with other values is drift of these',
        [publicAccess],
        [dropPublicAccess, putPublicAccess(off)],
        [
          'aws_s3_bucket_public_access_block.assets block_public_acls',
          'aws_s3_bucket_public_access_block.assets block_public_policy',
        ],
        ['aws_s3_bucket_public_access_block.assets: e-0 e-1 put-back'],
      ],
      [
        'and deleted again is deleted',
        [publicAccess],
        [dropPublicAccess, putPublicAccess(on), dropPublicAccess],
        ['aws_s3_bucket_public_access_block.assets'],
        [],
      ],
      [
        'a document',
        [bucketPolicy],
        [dropBucketPolicy, putBucketPolicy('s3:GetObject')],
        [],
        ['aws_s3_bucket_policy.assets: e-0 e-1 put-back'],
      ],
      [
        'another document',
        [bucketPolicy],
        [dropBucketPolicy, putBucketPolicy('s3:PutObject')],
        ['aws_s3_bucket_policy.assets policy'],
        ['aws_s3_bucket_policy.assets: e-0 e-1 put-back'],
      ],
      [
        'a policy of a role',
        [role, rolePolicy],
        [dropRolePolicy, putRolePolicy('s3:GetObject')],
        [],
        ['aws_iam_role_policy.read: e-0 e-1 put-back'],
      ],
      [
        'an alarm has none of the tags that it had',
        [taggedAlarm],
        [dropAlarm, putAlarm({})],
        ['aws_cloudwatch_metric_alarm.age tags.Team'],
        ['aws_cloudwatch_metric_alarm.age: e-0 e-1 put-back'],
      ],
      [
        'an alarm has the tags that it is made with',
        [taggedAlarm],
        [dropAlarm, putAlarm({ tags: [{ key: 'Team', value: 'web' }] })],
        [],
        ['aws_cloudwatch_metric_alarm.age: e-0 e-1 put-back'],
      ],
      [
        'an alarm that is there keeps its tags',
        [taggedAlarm],
        [putAlarm({ tags: [{ key: 'Team', value: 'api' }] })],
        [],
        [],
      ],
      [
        'what was set before is gone',
        [publicAccess],
        [putPublicAccess(off), dropPublicAccess, putPublicAccess(on)],
        [],
        [
          'aws_s3_bucket_public_access_block.assets: e-1 e-2 put-back',
          'aws_s3_bucket_public_access_block.assets block_public_acls: e-0 e-2 put-back',
          'aws_s3_bucket_public_access_block.assets block_public_policy: e-0 e-2 put-back',
        ],
      ],
      [
        'a rule is the same under another id',
        [standalone],
        [revoke('10.0.0.0/8'), authorize('10.0.0.0/8')],
        [],
        ['aws_vpc_security_group_ingress_rule.web: e-0 e-1 put-back'],
      ],
      [
        'a subscription is the same under another name',
        [subscription],
        [
          ['sns', 'Unsubscribe', { subscriptionArn: `${topicArn}:0f3a` }],
          ['sns', 'Subscribe', toJobs, { subscriptionArn: `${topicArn}:9c1b` }],
        ],
        [],
        ['aws_sns_topic_subscription.jobs: e-0 e-1 put-back'],
      ],
      [
        'a rule with another description',
        [standalone],
        [revoke('10.0.0.0/8'), authorize('10.0.0.0/8', 'tmp')],
        ['aws_vpc_security_group_ingress_rule.web description'],
        ['aws_vpc_security_group_ingress_rule.web: e-0 e-1 put-back'],
      ],
      [
        'a rule goes under the id that it came back with',
        [standalone],
        [revoke('10.0.0.0/8'), authorize('10.0.0.0/8'), revokeById('sgr-00000000000000002')],
        ['aws_vpc_security_group_ingress_rule.web'],
        [],
      ],
      [
        'a rule with two ranges that lost both is deleted',
        [twoRanges],
        [revoke('10.0.0.0/8', '172.16.0.0/12')],
        ['aws_security_group_rule.web'],
        [],
      ],
      [
        'a rule with two ranges that lost one after the other is deleted',
        [twoRanges],
        [revoke('10.0.0.0/8'), revoke('172.16.0.0/12')],
        ['aws_security_group_rule.web'],
        ['aws_security_group_rule.web cidr_blocks["10.0.0.0/8"]: e-0 e-1 deleted'],
      ],
      [
        'a rule with two ranges gets both again',
        [twoRanges],
        [
          revoke('10.0.0.0/8', '172.16.0.0/12'),
          authorize('10.0.0.0/8'),
          authorize('172.16.0.0/12'),
        ],
        [],
        [
          'aws_security_group_rule.web: e-0 e-1 put-back',
          'aws_security_group_rule.web cidr_blocks["10.0.0.0/8"]: e-0 e-1 put-back',
          'aws_security_group_rule.web cidr_blocks["172.16.0.0/12"]: e-0 e-2 put-back',
        ],
      ],
      [
        'a rule with two ranges gets one again',
        [twoRanges],
        [revoke('10.0.0.0/8', '172.16.0.0/12'), authorize('172.16.0.0/12')],
        ['aws_security_group_rule.web cidr_blocks["10.0.0.0/8"]'],
        [
          'aws_security_group_rule.web: e-0 e-1 put-back',
          'aws_security_group_rule.web cidr_blocks["172.16.0.0/12"]: e-0 e-1 put-back',
        ],
      ],
    ],
  )('%s', (_, resources, calls, expected, reported) => {
    const { drifts: found, reverted } = fold(resources, calls);

    const places = found.map(({ address, path }) => `${address} ${formatPath(path)}`.trim());
    expect(places).toEqual(expected);
    const passed = reverted.map(
      ({ address, path, evidence, ending }) =>
        `${`${address} ${formatPath(path)}`.trim()}: ${evidence.join(' ')} ${ending}`,
    );
    expect(passed).toEqual(reported);
  });
});
