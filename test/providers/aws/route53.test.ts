import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, remove, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'route53.amazonaws.com');
const zone = { type: 'aws_route53_zone', keys: [{ zone_id: 'Z1' }] };
const change = (action: string, resourceRecordSet: JsonObject) => ({ action, resourceRecordSet });
const batch = (...changes: JsonObject[]) => ({
  hostedZoneId: 'Z1',
  changeBatch: { comment: 'x', changes },
});
const values = (...list: string[]) => ({ resourceRecords: list.map((value) => ({ value })) });
const www = { name: 'www.example.com.', type: 'A', tTL: 60, ...values('192.0.2.1') };
const name = 'aws_route53_record www.example.com Z1 A';
const managed = (attributes: JsonObject = {}) =>
  estateOf({
    address: 'aws_route53_record.www',
    attributes: {
      zone_id: 'Z1',
      name: 'www',
      fqdn: 'www.example.com',
      type: 'A',
      ttl: 300,
      records: ['192.0.2.9'],
      multivalue_answer_routing_policy: false,
      health_check_id: '',
      ...attributes,
    },
  });
const gone = {
  alias: [],
  cidr_routing_policy: [],
  failover_routing_policy: [],
  geolocation_routing_policy: [],
  geoproximity_routing_policy: [],
  health_check_id: '',
  latency_routing_policy: [],
  multivalue_answer_routing_policy: false,
};

describe('a record that is not managed', () => {
  it.each<[JsonObject, string, JsonObject, string]>([
    [
      { ...www, ...values('192.0.2.2', '192.0.2.1') },
      'www.example.com Z1 A',
      { records: ['192.0.2.1', '192.0.2.2'], ttl: 60 },
      'Z1_www.example.com_A',
    ],
    [
      { name: '\\052.Example.com.', type: 'CNAME', tTL: 5, ...values('x.net') },
      '*.example.com Z1 CNAME',
      { records: ['x.net'], ttl: 5 },
      'Z1_*.example.com_CNAME',
    ],
    [
      { name: 'example.com.', type: 'TXT', tTL: 5, ...values('"v=spf1 -all"') },
      'example.com Z1 TXT',
      { records: ['v=spf1 -all'], ttl: 5 },
      'Z1_example.com_TXT',
    ],
    [
      {
        name: 'example.com.',
        type: 'A',
        aliasTarget: {
          hostedZoneId: 'Z2',
          dNSName: 'LB.eu.elb.amazonaws.com.',
          evaluateTargetHealth: false,
        },
      },
      'example.com Z1 A',
      {
        alias: [{ name: 'lb.eu.elb.amazonaws.com', zone_id: 'Z2', evaluate_target_health: false }],
      },
      'Z1_example.com_A',
    ],
    [
      { ...www, setIdentifier: 'blue', weight: 10, healthCheckId: 'h' },
      'www.example.com Z1 A blue',
      {
        records: ['192.0.2.1'],
        ttl: 60,
        set_identifier: 'blue',
        health_check_id: 'h',
        weighted_routing_policy: [{ weight: 10 }],
      },
      'Z1_www.example.com_A_blue',
    ],
    [
      { ...www, setIdentifier: 'eu', geoLocation: { continentCode: 'EU' } },
      'www.example.com Z1 A eu',
      {
        records: ['192.0.2.1'],
        ttl: 60,
        set_identifier: 'eu',
        geolocation_routing_policy: [{ continent: 'EU' }],
      },
      'Z1_www.example.com_A_eu',
    ],
    [
      { ...www, setIdentifier: 'a', failover: 'PRIMARY' },
      'www.example.com Z1 A a',
      {
        records: ['192.0.2.1'],
        ttl: 60,
        set_identifier: 'a',
        failover_routing_policy: [{ type: 'PRIMARY' }],
      },
      'Z1_www.example.com_A_a',
    ],
    [
      { ...www, setIdentifier: 'a', region: 'eu-west-1' },
      'www.example.com Z1 A a',
      {
        records: ['192.0.2.1'],
        ttl: 60,
        set_identifier: 'a',
        latency_routing_policy: [{ region: 'eu-west-1' }],
      },
      'Z1_www.example.com_A_a',
    ],
  ])('%j', (set, key, attributes, importId) => {
    const [recordName, zone_id, type] = key.split(' ');
    const created = {
      kind: 'create',
      attributes: { zone_id, name: recordName, type, ...attributes },
      importId,
      parent: zone,
    };

    for (const action of ['CREATE', 'UPSERT']) {
      expect(translate('ChangeResourceRecordSets', batch(change(action, set)))).toEqual({
        [`aws_route53_record ${key}`]: [created],
      });
    }
  });
});

describe('a record that is managed', () => {
  const replaced = sets({
    records: ['192.0.2.1'],
    ttl: 60,
    ...gone,
    weighted_routing_policy: [],
  });

  it.each<[string, readonly Change[]]>([
    ['UPSERT', replaced],
    ['CREATE', [{ kind: 'create', attributes: {} }, ...replaced]],
    ['DELETE', [{ kind: 'delete' }]],
  ])('%s', (action, changes) => {
    expect(
      translate('ChangeResourceRecordSets', batch(change(action, www)), {}, managed()),
    ).toEqual({ [name]: changes });
  });

  it('is found by a zone id with its path, and by its name in the code', () => {
    const request = { ...batch(change('DELETE', www)), hostedZoneId: '/hostedzone/Z1' };
    const estate = managed({ name: 'www.example.com', fqdn: null });

    expect(translate('ChangeResourceRecordSets', request, {}, estate)).toEqual({
      [name]: [{ kind: 'delete' }],
    });
  });

  it('moves from an address to an alias', () => {
    const { tTL: _, resourceRecords: __, ...rest } = www;
    const aliasTarget = { hostedZoneId: 'Z2', dNSName: 'lb.', evaluateTargetHealth: true };
    const request = batch(change('UPSERT', { ...rest, aliasTarget }));
    const { alias: ___, ...others } = gone;

    expect(translate('ChangeResourceRecordSets', request, {}, managed())).toEqual({
      [name]: sets({
        'alias.0.evaluate_target_health': true,
        'alias.0.name': 'lb',
        'alias.0.zone_id': 'Z2',
        ...others,
        records: null,
        ttl: null,
        weighted_routing_policy: [],
      }),
    });
  });
});

describe('several changes in one batch', () => {
  it('are reported one by one', () => {
    const request = batch(
      change('DELETE', www),
      change('CREATE', { ...www, name: 'a.example.com' }),
    );

    expect(Object.keys(translate('ChangeResourceRecordSets', request))).toEqual([
      name,
      'aws_route53_record a.example.com Z1 A',
    ]);
  });

  it.each([
    [{ action: 'UPSERT' }, /change without a record/],
    [change('MERGE', www), /not an action on a record/],
    [change('UPSERT', { type: 'A' }), /name is missing/],
  ])('are refused as a whole with %j', (wrong, message) => {
    expect(translate('ChangeResourceRecordSets', batch(wrong))).toMatch(message);
  });
});

describe('zones and health checks', () => {
  it('are made', () => {
    const request = {
      name: 'corp.example.com.',
      callerReference: '1',
      hostedZoneConfig: { comment: 'c', privateZone: true },
      vPC: { vPCId: 'vpc-1', vPCRegion: 'eu-central-1' },
    };
    const healthCheckConfig = { iPAddress: '192.0.2.9', port: 80, type: 'TCP', inverted: false };

    expect(
      translate('CreateHostedZone', request, { hostedZone: { id: '/hostedzone/Z1' } }),
    ).toEqual({
      'aws_route53_zone Z1': [
        {
          kind: 'create',
          attributes: {
            name: 'corp.example.com',
            comment: 'c',
            vpc: [{ vpc_id: 'vpc-1', vpc_region: 'eu-central-1' }],
          },
          importId: 'Z1',
        },
      ],
    });
    expect(
      translate('CreateHealthCheck', { healthCheckConfig }, { healthCheck: { id: 'h' } }),
    ).toEqual({
      'aws_route53_health_check h': [
        {
          kind: 'create',
          attributes: { ip_address: '192.0.2.9', port: 80, type: 'TCP' },
          importId: 'h',
        },
      ],
    });
  });

  it.each<[string, JsonObject, string, readonly Change[]]>([
    ['DeleteHostedZone', { id: 'Z1' }, 'aws_route53_zone Z1', [{ kind: 'delete' }]],
    [
      'UpdateHostedZoneComment',
      { id: 'Z1', comment: 'x' },
      'aws_route53_zone Z1',
      sets({ comment: 'x' }),
    ],
    [
      'ChangeTagsForResource',
      {
        resourceType: 'hostedzone',
        resourceId: 'Z1',
        addTags: [{ key: 'a', value: 'b' }],
        removeTagKeys: ['c'],
      },
      'aws_route53_zone Z1',
      sets({ 'tags.a': 'b', 'tags.c': null }),
    ],
    [
      'ChangeTagsForResource',
      { resourceType: 'healthcheck', resourceId: 'h', removeTagKeys: ['c'] },
      'aws_route53_health_check h',
      sets({ 'tags.c': null }),
    ],
    [
      'UpdateHealthCheck',
      { healthCheckId: 'h', failureThreshold: 5, disabled: true },
      'aws_route53_health_check h',
      sets({ disabled: true, failure_threshold: 5 }),
    ],
    [
      'DisableHostedZoneDNSSEC',
      { hostedZoneId: 'Z1' },
      'aws_route53_hosted_zone_dnssec Z1',
      sets({ signing_status: 'NOT_SIGNING' }),
    ],
  ])('%s', (operation, request, resource, changes) => {
    expect(translate(operation, request)).toEqual({ [resource]: changes });
  });

  it('gain and lose VPCs, in the block or in a resource of its own', () => {
    const request = { hostedZoneId: 'Z1', vPC: { vPCId: 'vpc-1', vPCRegion: 'r' } };
    const block = estateOf({
      address: 'aws_route53_zone.z',
      attributes: { zone_id: 'Z1' },
      declares: ['vpc'],
    });

    expect(translate('AssociateVPCWithHostedZone', request, {}, block)).toEqual({
      'aws_route53_zone Z1': [add('vpc', { vpc_id: 'vpc-1', vpc_region: 'r' })],
    });
    expect(translate('DisassociateVPCFromHostedZone', request, {}, block)).toEqual({
      'aws_route53_zone Z1': [remove('vpc', { vpc_id: 'vpc-1' })],
    });
    expect(translate('AssociateVPCWithHostedZone', request)).toMatchObject({
      'aws_route53_zone_association Z1 vpc-1': [{ importId: 'Z1:vpc-1', parent: zone }],
    });
    expect(translate('DisassociateVPCFromHostedZone', request)).toEqual({
      'aws_route53_zone_association Z1 vpc-1': [{ kind: 'delete' }],
    });
  });
});
