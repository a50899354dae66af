import type { AuditEvent } from '../../model/event.ts';
import { addEffect, refTo, removeEffect } from '../catalog/effects.ts';
import { requireText, textsAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, response, set, setMembers } from '../catalog/sources.ts';
import type { DraftEffect } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const gateway = 'aws_ec2_transit_gateway';
const attachment = 'aws_ec2_transit_gateway_vpc_attachment';

const options: CatalogAttributes = {
  amazon_side_asn: number('options.amazonSideAsn'),
  auto_accept_shared_attachments: 'options.autoAcceptSharedAttachments',
  default_route_table_association: 'options.defaultRouteTableAssociation',
  default_route_table_propagation: 'options.defaultRouteTablePropagation',
  dns_support: 'options.dnsSupport',
  vpn_ecmp_support: 'options.vpnEcmpSupport',
};

/** A gateway's own CIDR blocks are added to and removed from a list. */
function modifyGateway(event: AuditEvent): readonly DraftEffect[] {
  const ref = refTo(gateway, { id: requireText(event.request, 'transitGatewayId') });
  const blocks = (member: string) => textsAt(event.request, `options.${member}`);
  const path = ['transit_gateway_cidr_blocks'];
  return [
    ...setMembers(event, ref, { description: 'description', ...options }),
    ...blocks('removeTransitGatewayCidrBlocks').map((block) => removeEffect(ref, path, block)),
    ...blocks('addTransitGatewayCidrBlocks').map((block) => addEffect(ref, path, block)),
  ];
}

function modifyAttachment(event: AuditEvent): readonly DraftEffect[] {
  const ref = refTo(attachment, { id: requireText(event.request, 'transitGatewayAttachmentId') });
  const subnets = (member: string) => textsAt(event.request, member);
  return [
    ...subnets('removeSubnetIds').map((subnet) => removeEffect(ref, ['subnet_ids'], subnet)),
    ...subnets('addSubnetIds').map((subnet) => addEffect(ref, ['subnet_ids'], subnet)),
    ...setMembers(event, ref, {
      appliance_mode_support: 'options.applianceModeSupport',
      dns_support: 'options.dnsSupport',
      ipv6_support: 'options.ipv6Support',
    }),
  ];
}

/** Transit gateways and their VPC attachments. */
export const transitEntries = aws(service, [
  {
    type: gateway,
    identity: [{ id: response('transitGateway.transitGatewayId') }],
    fields: {
      description: 'description',
      ...options,
      transit_gateway_cidr_blocks: list('options.transitGatewayCidrBlocks'),
    },
    tags: specifiedTags('transit-gateway'),
    importId: response('transitGateway.transitGatewayId'),
    calls: {
      CreateTransitGateway: 'create',
      ModifyTransitGateway: { special: modifyGateway },
    },
  },
  {
    type: attachment,
    identity: [{ id: response('transitGatewayVpcAttachment.transitGatewayAttachmentId') }],
    fields: {
      subnet_ids: set('subnetIds'),
      transit_gateway_id: 'transitGatewayId',
      vpc_id: 'vpcId',
    },
    tags: specifiedTags('transit-gateway-attachment'),
    importId: response('transitGatewayVpcAttachment.transitGatewayAttachmentId'),
    parent: { type: gateway, keys: [{ id: 'transitGatewayId' }] },
    calls: {
      CreateTransitGatewayVpcAttachment: 'create',
      ModifyTransitGatewayVpcAttachment: { special: modifyAttachment },
    },
  },
  {
    type: 'aws_vpc_peering_connection_options',
    identity: [{ vpc_peering_connection_id: 'vpcPeeringConnectionId' }],
    fields: {
      'accepter.0.allow_remote_vpc_dns_resolution': bool(
        'accepterPeeringConnectionOptions.allowDnsResolutionFromRemoteVpc',
      ),
      'requester.0.allow_remote_vpc_dns_resolution': bool(
        'requesterPeeringConnectionOptions.allowDnsResolutionFromRemoteVpc',
      ),
    },
    calls: {
      ModifyVpcPeeringConnectionOptions: 'patch',
    },
  },
]);
