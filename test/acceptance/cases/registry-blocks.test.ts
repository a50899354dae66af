import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const registry = useProject('registry');

const edge = 'module.edge.aws_security_group.this';
const rules = 'module.exports.aws_s3_bucket_lifecycle_configuration.this[0]';

function tcp(from: number, to: number, cidr: string, description?: string) {
  const range = {
    CidrIp: cidr,
    ...(description === undefined ? {} : { Description: description }),
  };
  return [{ IpProtocol: 'tcp', FromPort: from, ToPort: to, IpRanges: [range] }];
}

runCases(registry, 'dynamic blocks of modules from a registry', [
  {
    name: 'rule opened: an entry of the argument',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(edge),
        IpPermissions: tcp(8443, 8443, '203.0.113.0/24', 'Staging checks'),
      }),
    expect: {
      kind: 'codified',
      at: [edge],
      regroups: [edge],
      in: ['main.tf'],
      writes: ['staging_checks = {', 'port = 8443', '"203.0.113.0/24"', '"Staging checks"'],
    },
  },
  {
    name: 'source joined to a rule: the list of its entry',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(edge),
        IpPermissions: tcp(9100, 9101, '10.70.2.0/24', 'metrics'),
      }),
    expect: {
      kind: 'codified',
      at: [edge],
      regroups: [edge],
      in: ['main.tf'],
      writes: ['cidr_blocks = ["10.70.1.0/24", "10.70.2.0/24"] # collectors'],
    },
  },
  {
    name: 'rule closed: its entry goes',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(edge),
        IpPermissions: tcp(8080, 8080, '198.51.100.0/24', 'until the partner moved'),
      }),
    expect: {
      kind: 'codified',
      at: [edge],
      regroups: [edge],
      in: ['main.tf'],
      drops: ['legacy = {', 'description = "until the partner moved"'],
    },
  },
  {
    name: 'port of a set closed, by an iterator with another name',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.revokeSecurityGroupEgress({
        GroupId: text(edge),
        IpPermissions: tcp(5432, 5432, '0.0.0.0/0'),
      }),
    expect: {
      kind: 'codified',
      at: [edge],
      regroups: [edge],
      in: ['main.tf'],
      writes: ['egress_ports = [443]'],
    },
  },
  {
    name: 'nested blocks: a value, a transition and a rule more',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: 'shop-live-exports',
        LifecycleConfiguration: {
          Rules: [
            {
              ID: 'reports',
              Status: 'Enabled',
              Filter: { Prefix: 'reports/' },
              Transitions: [
                { Days: 30, StorageClass: 'STANDARD_IA' },
                { Days: 60, StorageClass: 'GLACIER' },
              ],
              Expiration: { Days: 400 },
            },
            {
              ID: 'drafts',
              Status: 'Enabled',
              Filter: { Prefix: 'drafts/' },
              Expiration: { Days: 7 },
            },
            {
              ID: 'previews',
              Status: 'Enabled',
              Filter: { Prefix: 'previews/' },
              Expiration: { Days: 3 },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: [rules, 'module.exports.aws_s3_bucket.this'],
      in: ['main.tf'],
      writes: [
        '{ days = 60, storage_class = "GLACIER" },',
        'expiration = { days = 7 }',
        '"previews"',
        '"previews/"',
      ],
    },
  },
]);

runCases(registry, 'what only the module itself could say', [
  {
    name: 'literal of the module: refused, and nothing written',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('module.orders.aws_sqs_queue.this[0]'),
        Attributes: { MaximumMessageSize: '65536' },
      }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
  {
    name: 'tag of one of the resources that share an argument: refused',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.addTagsToResource({
        ResourceType: 'Parameter',
        ResourceId: '/shop/live/limits/basket',
        Tags: [{ Key: 'Owner', Value: 'fulfilment' }],
      }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
]);
