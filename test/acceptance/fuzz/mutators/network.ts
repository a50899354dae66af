import type { ModifyManagedPrefixListRequest } from '@aws-sdk/client-ec2';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Clients } from '../../recorder/clients.ts';
import { addition, change, type Mutator, removal, text, texts } from '../mutator.ts';
import { withStatement } from './documents.ts';

const quay = (draw: number) => `10.61.${draw % 250}.0/24`;

/** Stands for the route table beside the one that a subnet has. */
const anotherTable = 'another';

async function entries(
  { ec2 }: Clients,
  now: JsonObject,
  change: Pick<ModifyManagedPrefixListRequest, 'AddEntries' | 'RemoveEntries'>,
): Promise<unknown> {
  const PrefixListId = text(now, 'id');
  const { PrefixLists } = await ec2.describeManagedPrefixLists({ PrefixListIds: [PrefixListId] });
  return ec2.modifyManagedPrefixList({
    PrefixListId,
    // The emulator forgets what a call leaves out.
    PrefixListName: text(now, 'name'),
    CurrentVersion: PrefixLists?.[0]?.Version,
    ...change,
  });
}

/** An entry of a network ACL that is a resource of its own, in the form that the API takes. */
function aclEntry(now: JsonObject, action: string) {
  return {
    NetworkAclId: text(now, 'network_acl_id'),
    RuleNumber: Number(now['rule_number']),
    Egress: now['egress'] === true,
    Protocol: text(now, 'protocol'),
    RuleAction: action === 'deny' ? ('deny' as const) : ('allow' as const),
    CidrBlock: text(now, 'cidr_block'),
    PortRange: { From: Number(now['from_port'] ?? 0), To: Number(now['to_port'] ?? 0) },
  };
}

/** Networks, and the routes through them. */
export const network: readonly Mutator[] = [
  change<boolean>({
    name: 'vpc: host names',
    type: 'aws_vpc',
    calls: ['ec2 ModifyVpcAttribute'],
    from: 'enable_dns_hostnames',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyVpcAttribute({ VpcId: text(now, 'id'), EnableDnsHostnames: { Value } }),
  }),
  change<boolean>({
    name: 'vpc: resolver',
    type: 'aws_vpc',
    calls: ['ec2 ModifyVpcAttribute'],
    from: 'enable_dns_support',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyVpcAttribute({ VpcId: text(now, 'id'), EnableDnsSupport: { Value } }),
  }),
  change<boolean>({
    name: 'subnet: public addresses',
    type: 'aws_subnet',
    calls: ['ec2 ModifySubnetAttribute'],
    from: 'map_public_ip_on_launch',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifySubnetAttribute({ SubnetId: text(now, 'id'), MapPublicIpOnLaunch: { Value } }),
  }),
  removal({
    name: 'route: deleted',
    type: 'aws_route',
    calls: ['ec2 DeleteRoute', 'ec2 CreateRoute'],
    fits: (now) => text(now, 'destination_cidr_block') !== '' && text(now, 'gateway_id') !== '',
    act: ({ ec2 }, now) =>
      ec2.deleteRoute({
        RouteTableId: text(now, 'route_table_id'),
        DestinationCidrBlock: text(now, 'destination_cidr_block'),
      }),
    undo: ({ ec2 }, now) =>
      ec2.createRoute({
        RouteTableId: text(now, 'route_table_id'),
        DestinationCidrBlock: text(now, 'destination_cidr_block'),
        GatewayId: text(now, 'gateway_id'),
      }),
  }),
  addition({
    name: 'route: one more beside it',
    type: 'aws_route',
    calls: ['ec2 CreateRoute', 'ec2 DeleteRoute'],
    fits: (now) => text(now, 'gateway_id') !== '',
    act: ({ ec2 }, now, draw) =>
      ec2.createRoute({
        RouteTableId: text(now, 'route_table_id'),
        DestinationCidrBlock: `172.20.${draw % 250}.0/24`,
        GatewayId: text(now, 'gateway_id'),
      }),
    undo: ({ ec2 }, now, draw) =>
      ec2.deleteRoute({
        RouteTableId: text(now, 'route_table_id'),
        DestinationCidrBlock: `172.20.${draw % 250}.0/24`,
      }),
  }),
  removal({
    name: 'route table: taken off a subnet',
    type: 'aws_route_table_association',
    calls: ['ec2 DisassociateRouteTable', 'ec2 AssociateRouteTable'],
    fits: (now) => text(now, 'subnet_id') !== '',
    act: ({ ec2 }, now) => ec2.disassociateRouteTable({ AssociationId: text(now, 'id') }),
    undo: ({ ec2 }, now) =>
      ec2.associateRouteTable({
        RouteTableId: text(now, 'route_table_id'),
        SubnetId: text(now, 'subnet_id'),
      }),
  }),
  change<string>({
    name: 'route table: another one for a subnet',
    type: 'aws_route_table_association',
    calls: ['ec2 ReplaceRouteTableAssociation'],
    fits: (now) => text(now, 'subnet_id') !== '',
    from: 'route_table_id',
    to: [anotherTable],
    set: ({ ec2 }, now, table) => associateWith(ec2, text(now, 'subnet_id'), table),
  }),
  change<string>({
    name: 'access list rule: action',
    type: 'aws_network_acl_rule',
    calls: ['ec2 ReplaceNetworkAclEntry'],
    fits: (now) => text(now, 'cidr_block') !== '',
    from: 'rule_action',
    to: ['allow', 'deny'],
    set: ({ ec2 }, now, action) => ec2.replaceNetworkAclEntry(aclEntry(now, action)),
  }),
  removal({
    name: 'access list rule: deleted',
    type: 'aws_network_acl_rule',
    calls: ['ec2 DeleteNetworkAclEntry', 'ec2 CreateNetworkAclEntry'],
    fits: (now) => text(now, 'cidr_block') !== '',
    act: ({ ec2 }, now) =>
      ec2.deleteNetworkAclEntry({
        NetworkAclId: text(now, 'network_acl_id'),
        RuleNumber: Number(now['rule_number']),
        Egress: now['egress'] === true,
      }),
    undo: ({ ec2 }, now) => ec2.createNetworkAclEntry(aclEntry(now, text(now, 'rule_action'))),
  }),
  change<string>({
    name: 'endpoint: policy',
    type: 'aws_vpc_endpoint',
    calls: ['ec2 ModifyVpcEndpoint'],
    from: 'policy',
    to: (now) => [
      withStatement(now, {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:DeleteObject',
        Resource: '*',
      }),
    ],
    set: ({ ec2 }, now, PolicyDocument) =>
      ec2.modifyVpcEndpoint({ VpcEndpointId: text(now, 'id'), PolicyDocument }),
  }),
  change<string[]>({
    name: 'endpoint: route tables',
    type: 'aws_vpc_endpoint',
    calls: ['ec2 ModifyVpcEndpoint'],
    from: (now) =>
      texts(now, 'route_table_ids').length > 0 ? texts(now, 'route_table_ids') : undefined,
    to: (now) => [now.slice(1)],
    set: ({ ec2 }, now, tables) => {
      const present = texts(now, 'route_table_ids');
      const gone = present.filter((table) => !tables.includes(table));
      const all =
        gone.length > 0 ? { RemoveRouteTableIds: gone } : { AddRouteTableIds: present.slice(0, 1) };
      return ec2.modifyVpcEndpoint({ VpcEndpointId: text(now, 'id'), ...all });
    },
  }),
  addition({
    name: 'prefix list: entry',
    type: 'aws_ec2_managed_prefix_list',
    calls: ['ec2 ModifyManagedPrefixList'],
    act: (by, now, draw) =>
      entries(by, now, { AddEntries: [{ Cidr: quay(draw), Description: 'new quay' }] }),
    undo: (by, now, draw) => entries(by, now, { RemoveEntries: [{ Cidr: quay(draw) }] }),
  }),
  addition({
    name: 'prefix list: entry gone',
    type: 'aws_ec2_managed_prefix_list',
    calls: ['ec2 ModifyManagedPrefixList'],
    fits: (now) => text(now, 'entry.0.cidr') !== '',
    act: (by, now) => entries(by, now, { RemoveEntries: [{ Cidr: text(now, 'entry.0.cidr') }] }),
  }),
  removal({
    name: 'flow log: deleted',
    type: 'aws_flow_log',
    calls: ['ec2 DeleteFlowLogs'],
    act: ({ ec2 }, now) => ec2.deleteFlowLogs({ FlowLogIds: [text(now, 'id')] }),
  }),
];

/** Each such call gives the association of the subnet a new id. */
async function associateWith(ec2: Clients['ec2'], subnet: string, table: string) {
  const { RouteTables: tables = [] } = await ec2.describeRouteTables({});
  const used = tables.flatMap(({ VpcId, RouteTableId, Associations = [] }) =>
    Associations.filter(({ Main }) => Main !== true).map(
      ({ SubnetId, RouteTableAssociationId }) => ({
        ...{ VpcId, RouteTableId, SubnetId, RouteTableAssociationId },
      }),
    ),
  );
  const own = used.find(({ SubnetId }) => SubnetId === subnet);
  const other = used.find(
    ({ VpcId, RouteTableId }) => VpcId === own?.VpcId && RouteTableId !== own?.RouteTableId,
  );
  return ec2.replaceRouteTableAssociation({
    AssociationId: own?.RouteTableAssociationId,
    RouteTableId: table === anotherTable ? other?.RouteTableId : table,
  });
}
