import { change, keyValues, type Mutator, removal, tagging, text, texts } from '../mutator.ts';
import { withAction } from './documents.ts';

const secrets: readonly Mutator[] = [
  change<string>({
    name: 'secret: description',
    type: 'aws_secretsmanager_secret',
    calls: ['secretsmanager UpdateSecret'],
    from: (now) => text(now, 'description'),
    to: ['Asked for by audit', 'Changed in March'],
    set: ({ secrets }, now, Description) =>
      secrets.updateSecret({ SecretId: text(now, 'arn'), Description }),
    // The emulator takes an empty text for none, and keeps what it has.
    leavesTraces: (description) => description === '',
  }),
  tagging({
    name: 'secret',
    type: 'aws_secretsmanager_secret',
    tag: [
      'secretsmanager TagResource',
      ({ secrets }, now, tags) =>
        secrets.tagResource({ SecretId: text(now, 'arn'), Tags: keyValues(tags) }),
    ],
    untag: [
      'secretsmanager UntagResource',
      ({ secrets }, now, TagKeys) =>
        secrets.untagResource({ SecretId: text(now, 'arn'), TagKeys: [...TagKeys] }),
    ],
  }),
  change<string>({
    name: 'secret policy: action',
    type: 'aws_secretsmanager_secret_policy',
    calls: ['secretsmanager PutResourcePolicy'],
    from: 'policy',
    to: (now) => [withAction(now, 'secretsmanager:DescribeSecret')],
    set: ({ secrets }, now, ResourcePolicy) =>
      secrets.putResourcePolicy({ SecretId: text(now, 'secret_arn'), ResourcePolicy }),
  }),
];

const parameters: readonly Mutator[] = [
  change<string>({
    name: 'parameter: value',
    type: 'aws_ssm_parameter',
    calls: ['ssm PutParameter'],
    fits: (now) => now['type'] === 'String',
    from: 'value',
    to: ['off', 'on', '17'],
    set: ({ ssm }, now, Value) =>
      ssm.putParameter({ Name: text(now, 'name'), Value, Type: 'String', Overwrite: true }),
  }),
  tagsOf('parameter', 'aws_ssm_parameter', 'Parameter'),
  removal({
    name: 'parameter: deleted',
    type: 'aws_ssm_parameter',
    calls: ['ssm DeleteParameter'],
    act: ({ ssm }, now) => ssm.deleteParameter({ Name: text(now, 'name') }),
  }),
  tagsOf('document', 'aws_ssm_document', 'Document'),
];

const names: readonly Mutator[] = [
  change<number>({
    name: 'record: seconds',
    type: 'aws_route53_record',
    calls: ['route53 ChangeResourceRecordSets'],
    fits: (now) => texts(now, 'records').length > 0 && text(now, 'set_identifier') === '',
    from: 'ttl',
    to: [60, 120, 900],
    set: ({ route53 }, now, TTL) =>
      route53.changeResourceRecordSets({
        HostedZoneId: text(now, 'zone_id'),
        ChangeBatch: {
          Changes: [
            {
              Action: 'UPSERT',
              ResourceRecordSet: {
                Name: text(now, 'fqdn'),
                Type: text(now, 'type') as 'A',
                TTL,
                ResourceRecords: texts(now, 'records').map((Value) => ({
                  Value: text(now, 'type') === 'TXT' ? JSON.stringify(Value) : Value,
                })),
              },
            },
          ],
        },
      }),
  }),
  change<string>({
    name: 'zone: comment',
    type: 'aws_route53_zone',
    calls: ['route53 UpdateHostedZoneComment'],
    from: 'comment',
    to: ['Moved here in March', 'Shop'],
    set: ({ route53 }, now, Comment) =>
      route53.updateHostedZoneComment({ Id: text(now, 'zone_id'), Comment }),
  }),
  tagging({
    name: 'zone',
    type: 'aws_route53_zone',
    tag: [
      'route53 ChangeTagsForResource',
      ({ route53 }, now, tags) =>
        route53.changeTagsForResource({
          ResourceType: 'hostedzone',
          ResourceId: text(now, 'zone_id'),
          AddTags: keyValues(tags),
        }),
    ],
    untag: [
      'route53 ChangeTagsForResource',
      ({ route53 }, now, keys) =>
        route53.changeTagsForResource({
          ResourceType: 'hostedzone',
          ResourceId: text(now, 'zone_id'),
          RemoveTagKeys: [...keys],
        }),
    ],
  }),
  change<number>({
    name: 'health check: failures',
    type: 'aws_route53_health_check',
    calls: ['route53 UpdateHealthCheck'],
    from: 'failure_threshold',
    to: [2, 5],
    set: ({ route53 }, now, FailureThreshold) =>
      route53.updateHealthCheck({ HealthCheckId: text(now, 'id'), FailureThreshold }),
  }),
  removal({
    name: 'zone: taken off a vpc',
    type: 'aws_route53_zone_association',
    calls: ['route53 DisassociateVPCFromHostedZone', 'route53 AssociateVPCWithHostedZone'],
    act: ({ route53 }, now) =>
      route53.disassociateVPCFromHostedZone({
        HostedZoneId: text(now, 'zone_id'),
        VPC: { VPCId: text(now, 'vpc_id'), VPCRegion: 'us-east-1' },
      }),
    undo: ({ route53 }, now) =>
      route53.associateVPCWithHostedZone({
        HostedZoneId: text(now, 'zone_id'),
        VPC: { VPCId: text(now, 'vpc_id'), VPCRegion: 'us-east-1' },
      }),
  }),
  removal({
    name: 'query log: deleted',
    type: 'aws_route53_query_log',
    calls: ['route53 DeleteQueryLoggingConfig'],
    act: ({ route53 }, now) => route53.deleteQueryLoggingConfig({ Id: text(now, 'id') }),
  }),
];

export const settings: readonly Mutator[] = [...secrets, ...parameters, ...names];

function tagsOf(name: string, type: string, kind: 'Parameter' | 'Document'): Mutator {
  return tagging({
    name,
    type,
    tag: [
      'ssm AddTagsToResource',
      ({ ssm }, now, tags) =>
        ssm.addTagsToResource({
          ResourceType: kind,
          ResourceId: text(now, 'name'),
          Tags: keyValues(tags),
        }),
    ],
    untag: [
      'ssm RemoveTagsFromResource',
      ({ ssm }, now, TagKeys) =>
        ssm.removeTagsFromResource({
          ResourceType: kind,
          ResourceId: text(now, 'name'),
          TagKeys: [...TagKeys],
        }),
    ],
  });
}
