import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service } from './ec2.ts';

/** The operation, the member with the id, and the types that share the operation. */
const deletions: readonly (readonly [string, string, string, ...string[]])[] = [
  ['DeleteCarrierGateway', 'carrierGatewayId', 'aws_ec2_carrier_gateway'],
  ['DeleteCustomerGateway', 'customerGatewayId', 'aws_customer_gateway'],
  ['DeleteDhcpOptions', 'dhcpOptionsId', 'aws_vpc_dhcp_options', 'aws_default_vpc_dhcp_options'],
  [
    'DeleteEgressOnlyInternetGateway',
    'egressOnlyInternetGatewayId',
    'aws_egress_only_internet_gateway',
  ],
  ['DeleteManagedPrefixList', 'prefixListId', 'aws_ec2_managed_prefix_list'],
  ['DeletePlacementGroup', 'groupName', 'aws_placement_group'],
  ['DeleteTransitGateway', 'transitGatewayId', 'aws_ec2_transit_gateway'],
  [
    'DeleteTransitGatewayRouteTable',
    'transitGatewayRouteTableId',
    'aws_ec2_transit_gateway_route_table',
  ],
  [
    'DeleteTransitGatewayVpcAttachment',
    'transitGatewayAttachmentId',
    'aws_ec2_transit_gateway_vpc_attachment',
  ],
  [
    'DeleteVpcPeeringConnection',
    'vpcPeeringConnectionId',
    'aws_vpc_peering_connection',
    'aws_vpc_peering_connection_accepter',
  ],
  ['DeleteVpnConnection', 'vpnConnectionId', 'aws_vpn_connection'],
  ['DeleteVpnGateway', 'vpnGatewayId', 'aws_vpn_gateway'],
];

/** Resources whose deletion affects no other resource. */
export const vpcDeleteEntries: readonly CatalogEntry[] = deletions.flatMap(
  ([operation, member, type, ...aliases]) =>
    aws({
      service,
      type,
      aliases,
      // The id of a placement group is its name.
      identity: [{ id: member }],
      fields: {},
      calls: { [operation]: 'delete' },
    }),
);
