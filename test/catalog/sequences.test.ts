import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../src/catalog/aws/all.ts';
import { atomsOf, elementRule } from '../../src/catalog/elements.ts';
import { createCatalog } from '../../src/catalog/registry.ts';
import { loadSchema } from '../../src/catalog/schema/load.ts';
import { schemaHints } from '../../src/drift/hints.ts';
import { netDrift } from '../../src/drift/net-drift.ts';
import type { Json, JsonObject } from '../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../src/model/json.ts';
import type { AttributePath } from '../../src/model/path.ts';
import { formatPath } from '../../src/model/path.ts';
import type { FakeResource } from './event.ts';
import { auditEvent, estateOf } from './event.ts';

const catalog = createCatalog(awsEntries);
const hint = schemaHints(loadSchema());

type Call = readonly [service: string, operation: string, request: JsonObject];

function at(value: Json | undefined, path: AttributePath): Json | undefined {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = isJsonArray(found) ? found[step] : undefined;
    else if (typeof step === 'string') found = isJsonObject(found) ? found[step] : undefined;
  }
  return found;
}

/** Where the calls leave the live resources unlike the code, which is the state without noise. */
function drifts(resources: readonly FakeResource[], calls: readonly Call[]): readonly string[] {
  const estate = estateOf(...resources);
  const effects = calls.flatMap(([service, operation, request], index) => {
    const event = auditEvent({
      id: `e-${index}`,
      time: `2026-03-01T10:0${index}:00Z`,
      service: `${service}.amazonaws.com`,
      operation,
      request,
    });
    const translation = catalog.translate(event, estate);
    return translation.kind === 'effects' ? translation.effects : [];
  });
  const state = (address: string) => resources.find((one) => one.address === address)?.attributes;
  const result = netDrift({
    effects,
    estate,
    elements: { atomsOf, elementRule },
    adopt: 'related',
    isTaken: (block) =>
      resources.some(({ address }) => address.replace(/\[[^[]*\]$/, '') === block),
    baseline: (address, path) => at(state(address), path),
    declared: (address, path) => {
      const value = at(state(address), path);
      return {
        from: 'code',
        value: value === undefined ? { kind: 'absent' } : { kind: 'value', value },
      };
    },
    hint,
  });
  return result.drifts.map(({ address, path }) => `${address} ${formatPath(path)}`.trim());
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
