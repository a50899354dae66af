import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'ec2.amazonaws.com');

describe('routes', () => {
  const request = { routeTableId: 'rtb-1', destinationCidrBlock: '0.0.0.0/0' };
  const byGateway = { ...request, gatewayId: 'igw-1' };
  const block = { cidr_block: '0.0.0.0/0', gateway_id: 'igw-1' };
  const table = { address: 'aws_route_table.a', attributes: { id: 'rtb-1' } };
  const inline = estateOf({ ...table, declares: ['route'] });
  const managed = estateOf(table, {
    address: 'aws_route.default',
    attributes: {
      id: 'r-1',
      route_table_id: 'rtb-1',
      destination_cidr_block: '0.0.0.0/0',
      nat_gateway_id: 'nat-1',
    },
  });
  const creation: Change = {
    kind: 'create',
    attributes: {
      route_table_id: 'rtb-1',
      destination_cidr_block: '0.0.0.0/0',
      gateway_id: 'igw-1',
    },
    importId: 'rtb-1_0.0.0.0/0',
    parent: { type: 'aws_route_table', keys: [{ id: 'rtb-1' }] },
  };
  const named = 'aws_route rtb-1 0.0.0.0/0';
  const targets = [
    'carrier_gateway_id',
    'core_network_arn',
    'egress_only_gateway_id',
    'gateway_id',
    'local_gateway_id',
    'nat_gateway_id',
    'transit_gateway_id',
    'vpc_endpoint_id',
    'vpc_peering_connection_id',
    'network_interface_id',
  ];
  /** A route has one target. */
  const withoutTarget = (kept: string): JsonObject =>
    Object.fromEntries(targets.filter((name) => name !== kept).map((name) => [name, null]));

  it.each<[string, string, Estate, JsonObject, string, readonly Change[]]>([
    ['CreateRoute', 'inline', inline, byGateway, 'aws_route_table rtb-1', [add('route', block)]],
    [
      'DeleteRoute',
      'inline',
      inline,
      request,
      'aws_route_table rtb-1',
      [remove('route', { cidr_block: '0.0.0.0/0' })],
    ],
    [
      'ReplaceRoute',
      'inline',
      inline,
      byGateway,
      'aws_route_table rtb-1',
      [remove('route', { cidr_block: '0.0.0.0/0' }), add('route', block)],
    ],
    ['CreateRoute', 'apart', estateOf(table), byGateway, named, [creation]],
    ['DeleteRoute', 'apart', estateOf(table), request, named, [{ kind: 'delete' }]],
    ['DeleteRoute', 'managed', managed, request, named, [{ kind: 'delete' }]],
    [
      'ReplaceRoute',
      'managed',
      managed,
      byGateway,
      named,
      sets({ gateway_id: 'igw-1', ...withoutTarget('gateway_id') }),
    ],
    [
      'ReplaceRoute',
      'to an instance',
      managed,
      { ...request, instanceId: 'i-1' },
      named,
      [hidden('network_interface_id', 'omitted')],
    ],
    [
      'ReplaceRoute',
      'to what has no attribute',
      managed,
      { ...request, localTarget: true },
      named,
      [hidden('network_interface_id', 'omitted')],
    ],
    [
      'ReplaceRoute',
      'inline to an instance',
      inline,
      { ...request, instanceId: 'i-1' },
      'aws_route_table rtb-1',
      [hidden('route', 'omitted')],
    ],
    [
      'CreateRoute',
      'IPv6 inline',
      inline,
      {
        routeTableId: 'rtb-1',
        destinationIpv6CidrBlock: '::/0',
        egressOnlyInternetGatewayId: 'eigw-1',
      },
      'aws_route_table rtb-1',
      [add('route', { ipv6_cidr_block: '::/0', egress_only_gateway_id: 'eigw-1' })],
    ],
  ])('%s, %s', (operation, _, estate, sent, name, changes) => {
    expect(translate(operation, sent, {}, estate)).toEqual({ [name]: changes });
  });

  it('refuses a route to nowhere', () => {
    expect(translate('CreateRoute', { routeTableId: 'rtb-1' })).toMatch(/names the aws_route/);
  });
});

describe('entries of a network ACL', () => {
  const request = {
    networkAclId: 'acl-1',
    ruleNumber: 120,
    egress: false,
    ruleAction: 'deny',
    icmpTypeCode: {},
    portRange: { from: 22, to: 22 },
    aclProtocol: '6',
    cidrBlock: '203.0.113.0/24',
  };
  const element = {
    action: 'deny',
    cidr_block: '203.0.113.0/24',
    from_port: 22,
    protocol: '6',
    rule_no: 120,
    to_port: 22,
  };
  const acl = { address: 'aws_network_acl.a', attributes: { id: 'acl-1' } };
  const inline = estateOf({ ...acl, declares: ['ingress'] });
  const managed = estateOf(acl, {
    address: 'aws_network_acl_rule.a',
    attributes: { id: 'nacl-1', network_acl_id: 'acl-1', rule_number: 120, egress: false },
  });
  const key = { networkAclId: 'acl-1', ruleNumber: 120, egress: false };

  it.each<[string, string, Estate, JsonObject, string, readonly Change[]]>([
    [
      'CreateNetworkAclEntry',
      'inline',
      inline,
      request,
      'aws_network_acl acl-1',
      [add('ingress', element)],
    ],
    [
      'ReplaceNetworkAclEntry',
      'inline',
      inline,
      request,
      'aws_network_acl acl-1',
      [remove('ingress', { rule_no: 120 }), add('ingress', element)],
    ],
    [
      'DeleteNetworkAclEntry',
      'inline',
      inline,
      key,
      'aws_network_acl acl-1',
      [remove('ingress', { rule_no: 120 })],
    ],
    [
      'DeleteNetworkAclEntry',
      'managed',
      managed,
      key,
      'aws_network_acl_rule acl-1 120 false',
      [{ kind: 'delete' }],
    ],
    [
      'CreateNetworkAclEntry',
      'apart',
      estateOf(acl),
      { ...request, portRange: {}, aclProtocol: '-1' },
      'aws_network_acl_rule acl-1 120 false',
      [
        {
          kind: 'create',
          attributes: {
            cidr_block: '203.0.113.0/24',
            egress: false,
            network_acl_id: 'acl-1',
            protocol: '-1',
            rule_action: 'deny',
            rule_number: 120,
          },
          importId: 'acl-1:120:-1:false',
          parent: { type: 'aws_network_acl', keys: [{ id: 'acl-1' }] },
        },
      ],
    ],
  ])('%s, %s', (operation, _, estate, sent, name, changes) => {
    expect(translate(operation, sent, {}, estate)).toEqual({ [name]: changes });
  });
});

describe('ReplaceNetworkAclAssociation', () => {
  const request = { associationId: 'aclassoc-1', networkAclId: 'acl-1' };

  it('moves the association', () => {
    const estate = estateOf({
      address: 'aws_network_acl_association.a',
      attributes: { id: 'aclassoc-1', network_acl_id: 'acl-2' },
    });

    expect(translate('ReplaceNetworkAclAssociation', request, {}, estate)).toEqual({
      'aws_network_acl_association aclassoc-1': sets({ network_acl_id: 'acl-1' }),
    });
  });

  it('says that the list of subnets changed, but not how, where the ACL has one', () => {
    const estate = estateOf({
      address: 'aws_network_acl.a',
      attributes: { id: 'acl-1' },
      declares: ['subnet_ids'],
    });

    expect(translate('ReplaceNetworkAclAssociation', request, {}, estate)).toEqual({
      'aws_network_acl acl-1': [hidden('subnet_ids', 'omitted')],
    });
  });
});
