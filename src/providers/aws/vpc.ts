import type { AuditEvent } from '../../model/event.ts';
import { createEffect, deleteEffect, refTo, setEffect } from '../catalog/effects.ts';
import { boolAt, requireText, textAt } from '../catalog/request.ts';
import { bool, response, set, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';
import { vpcDeleteEntries } from './vpc-delete.ts';
import { prefixListEntries } from './vpc-prefix-list.ts';
import { transitEntries } from './vpc-transit.ts';

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
  ...aws({
    service,
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
  }),
  ...aws({
    service,
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
  }),
  ...aws({
    service,
    type: 'aws_internet_gateway',
    identity: [{ id: 'internetGatewayId' }],
    created: [{ id: response('internetGateway.internetGatewayId') }],
    fields: {},
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
  }),
  ...aws({
    service,
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
  }),
  ...prefixListEntries,
  ...transitEntries,
  ...vpcDeleteEntries,
];
