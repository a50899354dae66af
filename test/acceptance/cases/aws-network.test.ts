import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const network = useProject('aws-network');

runCases(network, 'gateways and their tags', [
  {
    name: 'internet gateway with an owner',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_internet_gateway.this')],
        Tags: [{ Key: 'Team', Value: 'edge' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_internet_gateway.this'],
      in: ['network.tf'],
      writes: ['Team = "edge"'],
    },
  },
  {
    name: 'tag of an egress gateway',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_egress_only_internet_gateway.this')],
        Tags: [{ Key: 'Reviewed', Value: '2025-03' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_egress_only_internet_gateway.this'],
      in: ['network.tf'],
      writes: ['Reviewed = "2025-03"'],
    },
  },
  {
    name: 'address that is named in another way',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_eip.nat')],
        Tags: [{ Key: 'Allow', Value: 'listed at customs and police' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_eip.nat'],
      in: ['routing.tf'],
      writes: ['"listed at customs and police" # do not release'],
    },
  },
  {
    name: 'NAT gateway with a cost center',
    by: 'cost bot',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_nat_gateway.this')],
        Tags: [{ Key: 'CostCenter', Value: '2210' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_nat_gateway.this'],
      in: ['routing.tf'],
      writes: ['CostCenter = "2210"'],
    },
  },
  {
    name: 'peering that two teams share',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_vpc_peering_connection.carriers')],
        Tags: [{ Key: 'Contact', Value: 'carriers@example.com' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc_peering_connection.carriers'],
      in: ['hybrid.tf'],
      writes: ['Contact = "carriers@example.com"'],
    },
  },
  {
    name: 'gateway of the office',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_customer_gateway.office')],
        Tags: [{ Key: 'Name', Value: 'office-rotterdam' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_customer_gateway.office'],
      in: ['hybrid.tf'],
      writes: ['Name = "office-rotterdam"'],
    },
  },
  {
    name: 'VPN gateway with a ticket',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_vpn_gateway.this')],
        Tags: [{ Key: 'Ticket', Value: 'NET-77' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpn_gateway.this'],
      in: ['hybrid.tf'],
      writes: ['Ticket = "NET-77"'],
    },
  },
  {
    name: 'VPN connection given up',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.deleteVpnConnection({ VpnConnectionId: text('aws_vpn_connection.office') }),
    expect: {
      kind: 'removed',
      at: ['aws_vpn_connection.office'],
      in: ['hybrid.tf'],
      drops: ['resource "aws_vpn_connection" "office" {'],
    },
  },
  {
    name: 'transit gateway and what hangs on it',
    by: 'cli human',
    act: async ({ ec2, text }) => {
      await ec2.modifyTransitGateway({
        TransitGatewayId: text('aws_ec2_transit_gateway.this'),
        Description: 'Between the northern harbors',
      });
      await ec2.createTags({
        Resources: [text('aws_ec2_transit_gateway_vpc_attachment.this')],
        Tags: [{ Key: 'Env', Value: 'prod' }],
      });
      await ec2.createTags({
        Resources: [text('aws_ec2_transit_gateway_route_table.guests')],
        Tags: [{ Key: 'Name', Value: 'visitors' }],
      });
    },
    expect: {
      kind: 'codified',
      at: [
        'aws_ec2_transit_gateway.this',
        'aws_ec2_transit_gateway_vpc_attachment.this',
        'aws_ec2_transit_gateway_route_table.guests',
      ],
      in: ['hybrid.tf'],
      writes: ['description = "Between the northern harbors"', 'Env = "prod"', 'Name = "visitors"'],
    },
  },
  {
    name: 'tag of DHCP options taken off, another put on',
    by: 'cli human',
    act: async ({ ec2, text }) => {
      const Resources = [text('aws_vpc_dhcp_options.this')];
      await ec2.createTags({ Resources, Tags: [{ Key: 'Resolver', Value: 'office' }] });
      await ec2.deleteTags({ Resources, Tags: [{ Key: 'Name' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_vpc_dhcp_options.this'],
      in: ['network.tf'],
      writes: ['Resolver = "office"'],
      drops: ['Name = local.name'],
    },
  },
  {
    name: 'flow log whose purpose changed',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.createTags({
        Resources: [text('aws_flow_log.this')],
        Tags: [{ Key: 'Purpose', Value: 'forensics' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_flow_log.this'],
      in: ['network.tf'],
      writes: ['Purpose = "forensics"'],
    },
  },
  {
    name: 'quay in a prefix list',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifyManagedPrefixList({
        PrefixListId: text('aws_ec2_managed_prefix_list.terminals'),
        CurrentVersion: 1,
        PrefixListName: 'harbor-terminals',
        AddEntries: [{ Cidr: '10.60.1.0/24', Description: 'south quay' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ec2_managed_prefix_list.terminals'],
      in: ['filters.tf'],
      writes: ['cidr = "10.60.1.0/24"', 'description = "south quay"'],
    },
  },
]);

runCases(network, 'ways and filters', [
  {
    name: 'route in a block sent another way',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.replaceRoute({
        RouteTableId: text('aws_route_table.public'),
        DestinationCidrBlock: '10.61.0.0/16',
        TransitGatewayId: text('aws_ec2_transit_gateway.this'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route_table.public'],
      in: ['routing.tf'],
      writes: ['transit_gateway_id = aws_ec2_transit_gateway.this.id'],
      drops: ['vpc_peering_connection_id'],
    },
  },
  {
    name: 'route resource sent another way',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.replaceRoute({
        RouteTableId: text('aws_route_table.private'),
        DestinationCidrBlock: '10.61.0.0/16',
        TransitGatewayId: text('aws_ec2_transit_gateway.this'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route.carriers'],
      in: ['routing.tf'],
      writes: ['transit_gateway_id = aws_ec2_transit_gateway.this.id'],
      drops: ['vpc_peering_connection_id'],
    },
  },
  {
    name: 'route of a default table sent another way',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.replaceRoute({
        RouteTableId: text('aws_default_route_table.carriers'),
        DestinationCidrBlock: '10.60.0.0/16',
        TransitGatewayId: text('aws_ec2_transit_gateway.this'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_default_route_table.carriers'],
      in: ['hybrid.tf'],
      writes: ['transit_gateway_id = aws_ec2_transit_gateway.this.id'],
    },
  },
  {
    name: 'subnet taken out of a table',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.disassociateRouteTable({
        AssociationId: text('aws_route_table_association.private["b"]'),
      }),
    expect: {
      kind: 'removed',
      at: ['aws_route_table_association.private["b"]'],
      in: ['routing.tf'],
      drops: ['b = aws_subnet.private["b"].id'],
    },
  },
  {
    name: 'rule in a block of an ACL narrowed',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.replaceNetworkAclEntry({
        NetworkAclId: text('aws_network_acl.public'),
        RuleNumber: 110,
        Egress: false,
        Protocol: '6',
        RuleAction: 'allow',
        CidrBlock: '198.51.100.64/26',
        PortRange: { From: 80, To: 80 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_network_acl.public'],
      in: ['filters.tf'],
      writes: ['cidr_block = "198.51.100.64/26"'],
    },
  },
  {
    name: 'rule resource of a map narrowed',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.replaceNetworkAclEntry({
        NetworkAclId: text('aws_network_acl.private'),
        RuleNumber: 300,
        Egress: false,
        Protocol: '6',
        RuleAction: 'allow',
        CidrBlock: '10.9.16.0/20',
        PortRange: { From: 22, To: 22 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_network_acl_rule.private["office"]'],
      in: ['filters.tf'],
      writes: ['office = { number = 300, cidr = "10.9.16.0/20", from = 22, to = 22 }'],
    },
  },
  {
    name: 'rule of a default ACL narrowed',
    by: 'security bot',
    act: ({ ec2, text }) =>
      ec2.replaceNetworkAclEntry({
        NetworkAclId: text('aws_default_network_acl.carriers'),
        RuleNumber: 100,
        Egress: false,
        Protocol: '-1',
        RuleAction: 'allow',
        CidrBlock: '10.60.0.0/15',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_default_network_acl.carriers'],
      in: ['hybrid.tf'],
      writes: ['cidr_block = "10.60.0.0/15"'],
    },
  },
  {
    name: 'rule added to a default group',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('aws_default_security_group.carriers'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 443,
            ToPort: 443,
            IpRanges: [{ CidrIp: '10.60.0.0/16', Description: 'harbor' }],
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_default_security_group.carriers'],
      in: ['hybrid.tf'],
      writes: ['description = "harbor"', 'from_port = 443'],
    },
  },
  {
    name: 'network interface described again',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifyNetworkInterfaceAttribute({
        NetworkInterfaceId: text('aws_network_interface.scanner'),
        Description: { Value: 'cargo scanner, second generation' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_network_interface.scanner'],
      in: ['filters.tf'],
      writes: ['description = "cargo scanner, second generation"'],
    },
  },
  {
    name: 'endpoint reached from another table',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.modifyVpcEndpoint({
        VpcEndpointId: text('aws_vpc_endpoint.s3'),
        AddRouteTableIds: [text('aws_route_table.public')],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_vpc_endpoint.s3'],
      in: ['filters.tf'],
      writes: ['aws_route_table.public.id'],
    },
  },
  {
    name: 'second range of a network given back',
    by: 'cli human',
    act: ({ ec2, text }) =>
      ec2.disassociateVpcCidrBlock({
        AssociationId: text('aws_vpc_ipv4_cidr_block_association.pods'),
      }),
    expect: {
      kind: 'removed',
      at: ['aws_vpc_ipv4_cidr_block_association.pods'],
      in: ['network.tf'],
      drops: ['resource "aws_vpc_ipv4_cidr_block_association" "pods" {'],
      loses: ['# Pods of the cluster; the first range is nearly full.'],
    },
  },
  {
    name: 'network back on the default options',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.associateDhcpOptions({ VpcId: text('aws_vpc.this'), DhcpOptionsId: 'default' }),
    expect: {
      kind: 'removed',
      at: ['aws_vpc_dhcp_options_association.this'],
      in: ['network.tf'],
      drops: ['resource "aws_vpc_dhcp_options_association" "this" {'],
    },
  },
  {
    name: 'flow log of an audit that is over',
    by: 'cost bot',
    act: ({ ec2, text }) => ec2.deleteFlowLogs({ FlowLogIds: [text('aws_flow_log.audit')] }),
    expect: {
      kind: 'removed',
      at: ['aws_flow_log.audit'],
      in: ['network.tf'],
      drops: ['resource "aws_flow_log" "audit" {'],
      loses: ['# Turned on for the audit in spring.'],
    },
  },
]);
