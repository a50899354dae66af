import { change, type Mutator, removal, text } from '../mutator.ts';

/** Network interfaces, gateways, and connections to other networks. */
export const links: readonly Mutator[] = [
  change<string>({
    name: 'interface: description',
    type: 'aws_network_interface',
    calls: ['ec2 ModifyNetworkInterfaceAttribute'],
    from: (now) => text(now, 'description'),
    to: ['spare', 'moved to rack 7'],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyNetworkInterfaceAttribute({
        NetworkInterfaceId: text(now, 'id'),
        Description: { Value },
      }),
  }),
  change<boolean>({
    name: 'interface: source check',
    type: 'aws_network_interface',
    calls: ['ec2 ModifyNetworkInterfaceAttribute'],
    from: 'source_dest_check',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyNetworkInterfaceAttribute({
        NetworkInterfaceId: text(now, 'id'),
        SourceDestCheck: { Value },
      }),
  }),
  change<string>({
    name: 'transit gateway: description',
    type: 'aws_ec2_transit_gateway',
    calls: ['ec2 ModifyTransitGateway'],
    from: (now) => text(now, 'description'),
    to: ['Between all harbors', 'to be replaced'],
    set: ({ ec2 }, now, Description) =>
      ec2.modifyTransitGateway({ TransitGatewayId: text(now, 'id'), Description }),
  }),
  removal({
    name: 'nat gateway: deleted',
    type: 'aws_nat_gateway',
    calls: ['ec2 DeleteNatGateway'],
    act: ({ ec2 }, now) => ec2.deleteNatGateway({ NatGatewayId: text(now, 'id') }),
  }),
  removal({
    name: 'peering: deleted',
    type: 'aws_vpc_peering_connection',
    calls: ['ec2 DeleteVpcPeeringConnection'],
    act: ({ ec2 }, now) =>
      ec2.deleteVpcPeeringConnection({ VpcPeeringConnectionId: text(now, 'id') }),
  }),
  removal({
    name: 'range: taken off a vpc',
    type: 'aws_vpc_ipv4_cidr_block_association',
    calls: ['ec2 DisassociateVpcCidrBlock'],
    act: ({ ec2 }, now) => ec2.disassociateVpcCidrBlock({ AssociationId: text(now, 'id') }),
  }),
  removal({
    name: 'vpc: options of the default',
    type: 'aws_vpc_dhcp_options_association',
    calls: ['ec2 AssociateDhcpOptions'],
    act: ({ ec2 }, now) =>
      ec2.associateDhcpOptions({ VpcId: text(now, 'vpc_id'), DhcpOptionsId: 'default' }),
    undo: ({ ec2 }, now) =>
      ec2.associateDhcpOptions({
        VpcId: text(now, 'vpc_id'),
        DhcpOptionsId: text(now, 'dhcp_options_id'),
      }),
  }),
  removal({
    name: 'connection: deleted',
    type: 'aws_vpn_connection',
    calls: ['ec2 DeleteVpnConnection'],
    act: ({ ec2 }, now) => ec2.deleteVpnConnection({ VpnConnectionId: text(now, 'id') }),
  }),
];
