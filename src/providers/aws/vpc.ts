import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { boolAt, objectsAt, requireText, textAt } from '../catalog/request.ts';
import { bool, number, response, set, setMembers, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';
import { transitEntries } from './vpc-transit.ts';

const prefixList = 'aws_ec2_managed_prefix_list';
const prefixListEntry = 'aws_ec2_managed_prefix_list_entry';

/** Entries are blocks in the list, or separate resources if the code has any. */
function modifyPrefixList(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { request } = event;
  const id = requireText(request, 'prefixListId');
  const ref = refTo(prefixList, { id });
  const apart =
    estate.find(ref)?.declares('entry') !== true &&
    estate.where(prefixListEntry, 'prefix_list_id', id).length > 0;
  const entryRef = (cidr: string) => refTo(prefixListEntry, { prefix_list_id: id, cidr });
  const cidrOf = (entry: JsonObject) => requireText(entry, 'cidr');
  const block = ['entry'];
  const entry = { cidr: 'cidr', description: 'description' };
  return [
    ...setMembers(event, ref, { max_entries: number('maxEntries'), name: 'prefixListName' }),
    ...objectsAt(request, 'removeEntry').map((one) =>
      apart ? deleteEffect(entryRef(cidrOf(one))) : removeEffect(ref, block, { cidr: cidrOf(one) }),
    ),
    ...objectsAt(request, 'addEntry').flatMap((one): readonly DraftEffect[] => {
      const attributes = elementAttributes(event, one, entry);
      const cidr = cidrOf(one);
      if (!apart) return [removeEffect(ref, block, { cidr }), addEffect(ref, block, attributes)];
      const created = { prefix_list_id: id, ...attributes };
      return [createEffect(entryRef(cidr), created, { importId: `${id},${cidr}`, parent: ref })];
    }),
  ];
}

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
const vpcDeleteEntries: readonly CatalogEntry[] = deletions.flatMap(
  ([operation, member, type, ...aliases]) =>
    aws(service, [
      {
        type,
        aliases,
        // The id of a placement group is its name.
        identity: [{ id: member }],
        calls: { [operation]: 'delete' },
      },
    ]),
);

const cidrAssociation = 'aws_vpc_ipv4_cidr_block_association';

/** An additional IPv4 block is a separate resource, an IPv6 block an attribute of the VPC. */
function associateCidr(event: AuditEvent): readonly DraftEffect[] {
  const vpcId = requireText(event.request, 'vpcId');
  const ref = refTo('aws_vpc', { id: vpcId });
  if (boolAt(event.request, 'amazonProvidedIpv6CidrBlock') === true) {
    return [setEffect(ref, ['assign_generated_ipv6_cidr_block'], true)];
  }
  const ipv6 = textAt(event.request, 'ipv6CidrBlock');
  if (ipv6 !== undefined) return [setEffect(ref, ['ipv6_cidr_block'], ipv6)];
  const id = textAt(event.response, 'cidrBlockAssociation.associationId');
  const cidr = textAt(event.request, 'cidrBlock');
  const attributes = { vpc_id: vpcId, ...(cidr === undefined ? {} : { cidr_block: cidr }) };
  const resource = refTo(cidrAssociation, { id }, { vpc_id: vpcId, cidr_block: cidr });
  return [createEffect(resource, attributes, { importId: id, parent: ref })];
}

function disassociateCidr(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const id = requireText(event.request, 'associationId');
  const [owner] = estate.where('aws_vpc', 'ipv6_association_id', id);
  if (owner === undefined) return [deleteEffect(refTo(cidrAssociation, { id }))];
  const ref = refTo('aws_vpc', { id: textAt(owner.attributes, 'id') });
  return owner.declares('assign_generated_ipv6_cidr_block')
    ? [setEffect(ref, ['assign_generated_ipv6_cidr_block'], false)]
    : [setEffect(ref, ['ipv6_cidr_block'], null)];
}

/** VPCs, their address blocks and DHCP options, internet and NAT gateways. */
export const vpcEntries: readonly CatalogEntry[] = [
  ...aws(service, [
    {
      type: 'aws_vpc',
      aliases: ['aws_default_vpc'],
      identity: [{ id: 'vpcId' }],
      created: [{ id: response('vpc.vpcId') }],
      fields: {
        assign_generated_ipv6_cidr_block: bool('amazonProvidedIpv6CidrBlock'),
        cidr_block: textField(response('vpc.cidrBlock')),
        instance_tenancy: 'instanceTenancy',
      },
      tags: specifiedTags('vpc'),
      defaults: { assign_generated_ipv6_cidr_block: false, instance_tenancy: 'default' },
      importId: response('vpc.vpcId'),
      calls: {
        CreateVpc: 'create',
        DeleteVpc: 'delete',
        ModifyVpcAttribute: {
          set: {
            enable_dns_hostnames: bool('enableDnsHostnames'),
            enable_dns_support: bool('enableDnsSupport'),
            enable_network_address_usage_metrics: bool('enableNetworkAddressUsageMetrics'),
          },
        },
        ModifyVpcTenancy: { set: { instance_tenancy: 'instanceTenancy' } },
        AssociateVpcCidrBlock: { special: associateCidr, also: [cidrAssociation] },
        DisassociateVpcCidrBlock: { special: disassociateCidr, also: [cidrAssociation] },
      },
    },
    {
      type: 'aws_vpc_dhcp_options_association',
      identity: [{ vpc_id: 'vpcId' }],
      fixed: { vpc_id: 'vpcId' },
      fields: { dhcp_options_id: 'dhcpOptionsId' },
      importId: 'vpcId',
      parent: { type: 'aws_vpc', keys: [{ id: 'vpcId' }] },
      neverEmpty: true,
      calls: {
        AssociateDhcpOptions: {
          does: 'put',
          // A VPC has one set of options; the id `default` means none.
          deletes: ({ request }) => textAt(request, 'dhcpOptionsId') === 'default',
        },
      },
    },
    {
      type: 'aws_internet_gateway',
      identity: [{ id: 'internetGatewayId' }],
      created: [{ id: response('internetGateway.internetGatewayId') }],
      tags: specifiedTags('internet-gateway'),
      importId: response('internetGateway.internetGatewayId'),
      calls: {
        CreateInternetGateway: 'create',
        DeleteInternetGateway: 'delete',
        AttachInternetGateway: { set: { vpc_id: 'vpcId' } },
        DetachInternetGateway: {
          special: ({ request }) => {
            const id = requireText(request, 'internetGatewayId');
            return [setEffect(refTo('aws_internet_gateway', { id }), ['vpc_id'], null)];
          },
        },
      },
    },
    {
      type: 'aws_nat_gateway',
      identity: [{ id: 'natGatewayId' }],
      created: [{ id: response('natGateway.natGatewayId') }],
      fields: {
        allocation_id: 'allocationId',
        connectivity_type: 'connectivityType',
        private_ip: 'privateIpAddress',
        secondary_allocation_ids: set('secondaryAllocationId'),
        subnet_id: 'subnetId',
      },
      tags: specifiedTags('natgateway'),
      defaults: { connectivity_type: 'public' },
      importId: response('natGateway.natGatewayId'),
      calls: {
        CreateNatGateway: 'create',
        DeleteNatGateway: 'delete',
      },
    },
    /** Managed prefix lists: named lists of networks. */
    {
      type: prefixList,

      identity: [{ id: response('prefixList.prefixListId') }],
      fields: {
        address_family: 'addressFamily',
        max_entries: number('maxEntries'),
        name: 'prefixListName',
      },
      tags: specifiedTags('prefix-list'),
      importId: response('prefixList.prefixListId'),
      calls: {
        CreateManagedPrefixList: 'create',
        ModifyManagedPrefixList: { special: modifyPrefixList, also: [prefixListEntry] },
      },
    },
  ]),
  ...transitEntries,
  ...vpcDeleteEntries,
];
