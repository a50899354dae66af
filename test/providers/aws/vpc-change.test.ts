import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, remove, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'ec2.amazonaws.com');

const endpoint = { address: 'aws_vpc_endpoint.s3', attributes: { id: 'vpce-1' } };

describe('changes', () => {
  it.each<[string, JsonObject, string, readonly Change[], Estate?]>([
    [
      'ModifyVpcAttribute',
      { vpcId: 'vpc-1', enableDnsHostnames: { value: true } },
      'aws_vpc vpc-1',
      sets({ enable_dns_hostnames: true }),
    ],
    [
      'ModifyVpcAttribute',
      { vpcId: 'vpc-1', enableDnsSupport: { value: 'false' } },
      'aws_vpc vpc-1',
      sets({ enable_dns_support: false }),
    ],
    [
      'ModifyVpcAttribute',
      { vpcId: 'vpc-1', enableDnsSupport: { value: false } },
      'aws_default_vpc vpc-1',
      sets({ enable_dns_support: false }),
      estateOf({ address: 'aws_default_vpc.this', attributes: { id: 'vpc-1' } }),
    ],
    [
      'ModifyTransitGateway',
      {
        ModifyTransitGatewayRequest: {
          TransitGatewayId: 'tgw-1',
          Description: 'north',
          Options: { DnsSupport: 'disable', AddTransitGatewayCidrBlocks: { item: '10.9.0.0/24' } },
        },
      },
      'aws_ec2_transit_gateway tgw-1',
      [
        ...sets({ description: 'north', dns_support: 'disable' }),
        add('transit_gateway_cidr_blocks', '10.9.0.0/24'),
      ],
    ],
    [
      'ModifyTransitGatewayVpcAttachment',
      {
        ModifyTransitGatewayVpcAttachmentRequest: {
          TransitGatewayAttachmentId: 'tgw-attach-1',
          RemoveSubnetIds: 'subnet-1',
          AddSubnetIds: ['subnet-2', 'subnet-3'],
        },
      },
      'aws_ec2_transit_gateway_vpc_attachment tgw-attach-1',
      [
        remove('subnet_ids', 'subnet-1'),
        add('subnet_ids', 'subnet-2'),
        add('subnet_ids', 'subnet-3'),
      ],
    ],
    [
      'ModifyManagedPrefixList',
      {
        ModifyManagedPrefixListRequest: {
          PrefixListId: 'pl-1',
          AddEntry: { tag: 1, Cidr: '10.1.0.0/16', Description: 'quay' },
          RemoveEntry: { tag: 1, Cidr: '10.2.0.0/16' },
        },
      },
      'aws_ec2_managed_prefix_list pl-1',
      [
        remove('entry', { cidr: '10.2.0.0/16' }),
        remove('entry', { cidr: '10.1.0.0/16' }),
        add('entry', { cidr: '10.1.0.0/16', description: 'quay' }),
      ],
    ],
    [
      'DeleteVpcPeeringConnection',
      { vpcPeeringConnectionId: 'pcx-1' },
      'aws_vpc_peering_connection pcx-1',
      [{ kind: 'delete' }],
    ],
    [
      'DeleteEgressOnlyInternetGateway',
      { DeleteEgressOnlyInternetGatewayRequest: { EgressOnlyInternetGatewayId: 'eigw-1' } },
      'aws_egress_only_internet_gateway eigw-1',
      [{ kind: 'delete' }],
    ],
    [
      'ModifyVpcTenancy',
      { ModifyVpcTenancyRequest: { VpcId: 'vpc-1', InstanceTenancy: 'default' } },
      'aws_vpc vpc-1',
      sets({ instance_tenancy: 'default' }),
    ],
    [
      'ModifySubnetAttribute',
      { subnetId: 'subnet-1', mapPublicIpOnLaunch: { value: true } },
      'aws_subnet subnet-1',
      sets({ map_public_ip_on_launch: true }),
    ],
    [
      'ModifySubnetAttribute',
      { subnetId: 'subnet-1', assignIpv6AddressOnCreation: { value: true } },
      'aws_subnet subnet-1',
      sets({ assign_ipv6_address_on_creation: true }),
    ],
    [
      'AttachInternetGateway',
      { internetGatewayId: 'igw-1', vpcId: 'vpc-1' },
      'aws_internet_gateway igw-1',
      sets({ vpc_id: 'vpc-1' }),
    ],
    [
      'DetachInternetGateway',
      { internetGatewayId: 'igw-1', vpcId: 'vpc-1' },
      'aws_internet_gateway igw-1',
      sets({ vpc_id: null }),
    ],
    [
      'ReplaceRouteTableAssociation',
      { associationId: 'a-1', routeTableId: 'rtb-2' },
      'aws_route_table_association a-1',
      sets({ route_table_id: 'rtb-2' }),
    ],
    [
      'EnableSerialConsoleAccess',
      { EnableSerialConsoleAccessRequest: '' },
      'aws_ec2_serial_console_access eu-central-1',
      sets({ enabled: true }),
    ],
    [
      'ModifyVpcEndpoint',
      {
        ModifyVpcEndpointRequest: {
          VpcEndpointId: 'vpce-1',
          PolicyDocument: '{}',
          AddRouteTableId: { tag: 1, content: 'rtb-2' },
          RemoveRouteTableId: { tag: 1, content: 'rtb-1' },
        },
      },
      'aws_vpc_endpoint vpce-1',
      [
        ...sets({ policy: '{}' }),
        add('route_table_ids', 'rtb-2'),
        remove('route_table_ids', 'rtb-1'),
      ],
      estateOf(endpoint),
    ],
    [
      'ModifyVpcEndpoint',
      {
        ModifyVpcEndpointRequest: {
          VpcEndpointId: 'vpce-1',
          AddRouteTableId: { tag: 1, content: 'rtb-2' },
        },
      },
      'aws_vpc_endpoint_route_table_association vpce-1 rtb-2',
      [
        {
          kind: 'create',
          attributes: { vpc_endpoint_id: 'vpce-1', route_table_id: 'rtb-2' },
          importId: 'vpce-1/rtb-2',
          parent: { type: 'aws_vpc_endpoint', keys: [{ id: 'vpce-1' }] },
        },
      ],
      estateOf(endpoint, {
        address: 'aws_vpc_endpoint_route_table_association.a',
        attributes: { vpc_endpoint_id: 'vpce-1', route_table_id: 'rtb-1' },
      }),
    ],
    [
      'AssociateAddress',
      { allocationId: 'eipalloc-1', instanceId: 'i-2' },
      'aws_eip eipalloc-1',
      sets({ instance: 'i-2' }),
      estateOf({ address: 'aws_eip.a', attributes: { id: 'eipalloc-1' }, declares: ['instance'] }),
    ],
    [
      'AssociateAddress',
      { allocationId: 'eipalloc-1', instanceId: 'i-1' },
      'aws_eip_association eipassoc-1',
      [
        {
          kind: 'create',
          attributes: { allocation_id: 'eipalloc-1', instance_id: 'i-1' },
          parent: { type: 'aws_eip', keys: [{ id: 'eipalloc-1' }] },
        },
      ],
      estateOf({
        address: 'aws_eip_association.a',
        attributes: { id: 'eipassoc-1', allocation_id: 'eipalloc-1', instance_id: 'i-1' },
      }),
    ],
    [
      'AssociateRouteTable',
      { routeTableId: 'rtb-1', subnetId: 'subnet-1' },
      'aws_route_table_association rtbassoc-1',
      [
        {
          kind: 'create',
          attributes: { route_table_id: 'rtb-1', subnet_id: 'subnet-1' },
          importId: 'subnet-1/rtb-1',
          parent: { type: 'aws_route_table', keys: [{ id: 'rtb-1' }] },
        },
      ],
      estateOf({
        address: 'aws_route_table_association.a',
        attributes: { id: 'rtbassoc-1', route_table_id: 'rtb-1', subnet_id: 'subnet-1' },
      }),
    ],
    [
      'DisassociateAddress',
      { associationId: 'eipassoc-1' },
      'aws_eip eipalloc-1',
      sets({ instance: null }),
      estateOf({
        address: 'aws_eip.a',
        attributes: { id: 'eipalloc-1', association_id: 'eipassoc-1' },
        declares: ['instance'],
      }),
    ],
  ])('%s %j', (operation, request, name, changes, estate) => {
    expect(translate(operation, request, {}, estate)).toEqual({ [name]: changes });
  });

  it('put another association in the place of a managed one', () => {
    const request = { associationId: 'rtbassoc-1', routeTableId: 'rtb-2' };
    const estate = estateOf({
      address: 'aws_route_table_association.a',
      attributes: { id: 'rtbassoc-1', route_table_id: 'rtb-1', subnet_id: 'subnet-1' },
    });
    const answer = { newAssociationId: 'rtbassoc-2' };

    expect(translate('ReplaceRouteTableAssociation', request, answer, estate)).toEqual({
      'aws_route_table_association rtbassoc-1': [
        { kind: 'delete' },
        {
          kind: 'create',
          attributes: { subnet_id: 'subnet-1', route_table_id: 'rtb-2' },
          importId: 'subnet-1/rtb-2',
          id: 'rtbassoc-2',
          parent: { type: 'aws_route_table', keys: [{ id: 'rtb-2' }] },
        },
      ],
    });
  });

  it('put another main association in the place of a managed one', () => {
    const request = { associationId: 'rtbassoc-1', routeTableId: 'rtb-2' };
    const estate = estateOf({
      address: 'aws_main_route_table_association.a',
      attributes: { id: 'rtbassoc-1', route_table_id: 'rtb-1', vpc_id: 'vpc-1' },
    });
    const answer = { newAssociationId: 'rtbassoc-2' };

    expect(translate('ReplaceRouteTableAssociation', request, answer, estate)).toEqual({
      'aws_main_route_table_association rtbassoc-1': [
        { kind: 'delete' },
        {
          kind: 'create',
          attributes: { vpc_id: 'vpc-1', route_table_id: 'rtb-2' },
          id: 'rtbassoc-2',
          parent: { type: 'aws_route_table', keys: [{ id: 'rtb-2' }] },
        },
      ],
    });
  });
});
