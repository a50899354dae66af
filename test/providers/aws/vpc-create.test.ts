import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { translator } from '../catalog/changes.ts';

const translate = translator(awsEntries, 'ec2.amazonaws.com');
const vpcParent = { type: 'aws_vpc', keys: [{ id: 'vpc-1' }] };
const nameTag = (resourceType: string) => ({
  tagSpecificationSet: { items: [{ resourceType, tags: [{ key: 'Name', value: 'x' }] }] },
});

describe('creation', () => {
  it.each<[string, JsonObject, JsonObject, string, JsonObject, object]>([
    [
      'CreateVpc',
      { cidrBlock: '10.0.0.0/16', instanceTenancy: 'default', ...nameTag('vpc') },
      { vpc: { vpcId: 'vpc-1', cidrBlock: '10.0.0.0/16' } },
      'aws_vpc vpc-1',
      { cidr_block: '10.0.0.0/16', tags: { Name: 'x' } },
      { importId: 'vpc-1' },
    ],
    [
      'CreateSubnet',
      { vpcId: 'vpc-1', cidrBlock: '10.0.1.0/24' },
      {
        subnet: {
          subnetId: 'subnet-1',
          availabilityZone: 'eu-central-1a',
          cidrBlock: '10.0.1.0/24',
        },
      },
      'aws_subnet subnet-1',
      { availability_zone: 'eu-central-1a', cidr_block: '10.0.1.0/24', vpc_id: 'vpc-1' },
      { importId: 'subnet-1', parent: vpcParent },
    ],
    [
      'CreateRouteTable',
      { vpcId: 'vpc-1' },
      { routeTable: { routeTableId: 'rtb-1' } },
      'aws_route_table rtb-1',
      { vpc_id: 'vpc-1' },
      { importId: 'rtb-1', parent: vpcParent },
    ],
    [
      'AssociateRouteTable',
      { routeTableId: 'rtb-1', subnetId: 'subnet-1' },
      { associationId: 'rtbassoc-1' },
      'aws_route_table_association rtbassoc-1',
      { route_table_id: 'rtb-1', subnet_id: 'subnet-1' },
      {
        importId: 'subnet-1/rtb-1',
        id: 'rtbassoc-1',
        parent: { type: 'aws_route_table', keys: [{ id: 'rtb-1' }] },
      },
    ],
    [
      'CreateInternetGateway',
      nameTag('internet-gateway'),
      { internetGateway: { internetGatewayId: 'igw-1' } },
      'aws_internet_gateway igw-1',
      { tags: { Name: 'x' } },
      { importId: 'igw-1' },
    ],
    [
      'CreateNatGateway',
      {
        CreateNatGatewayRequest: {
          AllocationId: 'eipalloc-1',
          SubnetId: 'subnet-1',
          TagSpecification: {
            ResourceType: 'natgateway',
            tag: 1,
            Tag: { Key: 'Final', Value: true, tag: 1 },
          },
        },
      },
      { CreateNatGatewayResponse: { natGateway: { natGatewayId: 'nat-1' } } },
      'aws_nat_gateway nat-1',
      { allocation_id: 'eipalloc-1', subnet_id: 'subnet-1', tags: { Final: 'true' } },
      { importId: 'nat-1' },
    ],
    [
      'CreateFlowLogs',
      {
        CreateFlowLogsRequest: {
          ResourceId: { tag: 1, content: 'vpc-1' },
          ResourceType: 'VPC',
          TrafficType: 'REJECT',
          LogGroupName: 'flows',
          MaxAggregationInterval: 60,
        },
      },
      { CreateFlowLogsResponse: { flowLogIdSet: { item: 'fl-1' }, unsuccessful: '' } },
      'aws_flow_log fl-1',
      {
        log_group_name: 'flows',
        max_aggregation_interval: 60,
        traffic_type: 'REJECT',
        vpc_id: 'vpc-1',
      },
      { importId: 'fl-1' },
    ],
    [
      'CreateVpcEndpoint',
      {
        CreateVpcEndpointRequest: {
          VpcId: 'vpc-1',
          ServiceName: 'com.amazonaws.eu-central-1.s3',
          RouteTableId: [
            { tag: 1, content: 'rtb-1' },
            { tag: 2, content: 'rtb-2' },
          ],
        },
      },
      { CreateVpcEndpointResponse: { vpcEndpoint: { vpcEndpointId: 'vpce-1' } } },
      'aws_vpc_endpoint vpce-1',
      {
        route_table_ids: ['rtb-1', 'rtb-2'],
        service_name: 'com.amazonaws.eu-central-1.s3',
        vpc_id: 'vpc-1',
      },
      { importId: 'vpce-1', parent: vpcParent },
    ],
    [
      'AssociateVpcCidrBlock',
      { vpcId: 'vpc-1', cidrBlock: '10.1.0.0/16' },
      { cidrBlockAssociation: { associationId: 'vpc-cidr-assoc-1' } },
      'aws_vpc_ipv4_cidr_block_association vpc-cidr-assoc-1',
      { vpc_id: 'vpc-1', cidr_block: '10.1.0.0/16' },
      { importId: 'vpc-cidr-assoc-1', parent: vpcParent },
    ],
    [
      'AssociateDhcpOptions',
      { vpcId: 'vpc-1', dhcpOptionsId: 'dopt-1' },
      {},
      'aws_vpc_dhcp_options_association vpc-1',
      { vpc_id: 'vpc-1', dhcp_options_id: 'dopt-1' },
      { importId: 'vpc-1', parent: vpcParent },
    ],
    [
      'AllocateAddress',
      { domain: 'vpc' },
      { allocationId: 'eipalloc-1', publicIp: '192.0.2.1' },
      'aws_eip eipalloc-1',
      { domain: 'vpc' },
      { importId: 'eipalloc-1' },
    ],
    [
      'AssociateAddress',
      { allocationId: 'eipalloc-1', instanceId: 'i-1' },
      { associationId: 'eipassoc-1' },
      'aws_eip_association eipassoc-1',
      { allocation_id: 'eipalloc-1', instance_id: 'i-1' },
      { importId: 'eipassoc-1', parent: { type: 'aws_eip', keys: [{ id: 'eipalloc-1' }] } },
    ],
    [
      'CreateVolume',
      { size: '10', zone: 'eu-central-1a', volumeType: 'gp2', encrypted: true },
      { volumeId: 'vol-1', size: '10', volumeType: 'gp2' },
      'aws_ebs_volume vol-1',
      { availability_zone: 'eu-central-1a', encrypted: true, size: 10, type: 'gp2' },
      { importId: 'vol-1' },
    ],
    [
      'AttachVolume',
      { volumeId: 'vol-1', instanceId: 'i-1', device: '/dev/sdf' },
      {},
      'aws_volume_attachment i-1 vol-1',
      { device_name: '/dev/sdf', instance_id: 'i-1', volume_id: 'vol-1' },
      { importId: '/dev/sdf:vol-1:i-1' },
    ],
    [
      'ModifyImageAttribute',
      { imageId: 'ami-1', launchPermission: { add: { items: [{ userId: '999988887777' }] } } },
      {},
      'aws_ami_launch_permission ami-1 999988887777',
      { account_id: '999988887777', image_id: 'ami-1' },
      { importId: '999988887777/ami-1', parent: { type: 'aws_ami', keys: [{ id: 'ami-1' }] } },
    ],
    [
      'ModifySnapshotAttribute',
      {
        snapshotId: 'snap-1',
        createVolumePermission: { add: { items: [{ userId: '999988887777' }, { group: 'all' }] } },
      },
      {},
      'aws_snapshot_create_volume_permission snap-1-999988887777',
      { account_id: '999988887777', snapshot_id: 'snap-1' },
      { parent: { type: 'aws_ebs_snapshot', keys: [{ id: 'snap-1' }] } },
    ],
  ])('%s', (operation, request, response, name, attributes, details) => {
    expect(translate(operation, request, response)).toEqual({
      [name]: [{ kind: 'create', attributes, ...details }],
    });
  });
});

describe('deletion', () => {
  it.each<[string, JsonObject, string]>([
    ['DeleteVpc', { vpcId: 'vpc-1' }, 'aws_vpc vpc-1'],
    ['DeleteSubnet', { subnetId: 'subnet-1' }, 'aws_subnet subnet-1'],
    ['DeleteRouteTable', { routeTableId: 'rtb-1' }, 'aws_route_table rtb-1'],
    [
      'DisassociateRouteTable',
      { associationId: 'rtbassoc-1' },
      'aws_route_table_association rtbassoc-1',
    ],
    ['DeleteInternetGateway', { internetGatewayId: 'igw-1' }, 'aws_internet_gateway igw-1'],
    [
      'DeleteNatGateway',
      { DeleteNatGatewayRequest: { NatGatewayId: 'nat-1' } },
      'aws_nat_gateway nat-1',
    ],
    [
      'DeleteFlowLogs',
      { DeleteFlowLogsRequest: { FlowLogId: { content: 'fl-1', tag: 1 } } },
      'aws_flow_log fl-1',
    ],
    [
      'DeleteVpcEndpoints',
      { DeleteVpcEndpointsRequest: { VpcEndpointId: { content: 'vpce-1', tag: 1 } } },
      'aws_vpc_endpoint vpce-1',
    ],
    ['ReleaseAddress', { allocationId: 'eipalloc-1' }, 'aws_eip eipalloc-1'],
    ['DisassociateAddress', { associationId: 'eipassoc-1' }, 'aws_eip_association eipassoc-1'],
    [
      'AssociateDhcpOptions',
      { vpcId: 'vpc-1', dhcpOptionsId: 'default' },
      'aws_vpc_dhcp_options_association vpc-1',
    ],
    ['DeleteVolume', { volumeId: 'vol-1' }, 'aws_ebs_volume vol-1'],
    ['DetachVolume', { volumeId: 'vol-1' }, 'aws_volume_attachment vol-1'],
    ['DeleteSnapshot', { snapshotId: 'snap-1' }, 'aws_ebs_snapshot snap-1'],
    ['DeleteKeyPair', { keyName: 'ops' }, 'aws_key_pair ops'],
    ['DeleteNetworkAcl', { networkAclId: 'acl-1' }, 'aws_network_acl acl-1'],
  ])('%s', (operation, request, name) => {
    expect(translate(operation, request)).toEqual({ [name]: [{ kind: 'delete' }] });
  });
});
