import type { ResourceRef } from '../../model/effect.ts';
import { isJsonObject, own } from '../../model/json.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import { itemsAt, objectsAt, RequestError, scalar, textAt } from '../catalog/request.ts';
import { tagEffects, untagEffects } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { ec2Service as service } from './ec2.ts';
import { volumeTags } from './ec2-volume.ts';

/** Types by id prefix. The types of one prefix share its ids. */
const typesByPrefix: Readonly<Record<string, readonly string[]>> = {
  acl: ['aws_network_acl', 'aws_default_network_acl'],
  ami: ['aws_ami', 'aws_ami_copy', 'aws_ami_from_instance'],
  cagw: ['aws_ec2_carrier_gateway'],
  cgw: ['aws_customer_gateway'],
  cr: ['aws_ec2_capacity_reservation'],
  'cvpn-endpoint': ['aws_ec2_client_vpn_endpoint'],
  dopt: ['aws_vpc_dhcp_options', 'aws_default_vpc_dhcp_options'],
  eice: ['aws_ec2_instance_connect_endpoint'],
  eigw: ['aws_egress_only_internet_gateway'],
  eipalloc: ['aws_eip'],
  eni: ['aws_network_interface'],
  fl: ['aws_flow_log'],
  fleet: ['aws_ec2_fleet'],
  h: ['aws_ec2_host'],
  i: ['aws_instance'],
  igw: ['aws_internet_gateway'],
  ipam: ['aws_vpc_ipam'],
  'ipam-pool': ['aws_vpc_ipam_pool'],
  'ipam-scope': ['aws_vpc_ipam_scope'],
  lt: ['aws_launch_template'],
  nat: ['aws_nat_gateway'],
  nip: ['aws_ec2_network_insights_path'],
  pcx: ['aws_vpc_peering_connection', 'aws_vpc_peering_connection_accepter'],
  pl: ['aws_ec2_managed_prefix_list'],
  rtb: ['aws_route_table', 'aws_default_route_table'],
  sg: ['aws_security_group', 'aws_default_security_group'],
  sgr: ['aws_vpc_security_group_ingress_rule', 'aws_vpc_security_group_egress_rule'],
  sir: ['aws_spot_instance_request'],
  snap: ['aws_ebs_snapshot', 'aws_ebs_snapshot_copy', 'aws_ebs_snapshot_import'],
  subnet: ['aws_subnet', 'aws_default_subnet'],
  tgw: ['aws_ec2_transit_gateway'],
  'tgw-attach': ['aws_ec2_transit_gateway_vpc_attachment'],
  'tgw-rtb': ['aws_ec2_transit_gateway_route_table'],
  tmf: ['aws_ec2_traffic_mirror_filter'],
  tms: ['aws_ec2_traffic_mirror_session'],
  tmt: ['aws_ec2_traffic_mirror_target'],
  vgw: ['aws_vpn_gateway'],
  vol: ['aws_ebs_volume'],
  vpc: ['aws_vpc', 'aws_default_vpc'],
  vpce: ['aws_vpc_endpoint'],
  'vpce-svc': ['aws_vpc_endpoint_service'],
  vpn: ['aws_vpn_connection'],
};

/** Types whose `id` is a name; another attribute holds the id in the log. */
const namedTypes: Readonly<Record<string, readonly [type: string, attribute: string]>> = {
  key: ['aws_key_pair', 'key_pair_id'],
  pg: ['aws_placement_group', 'placement_group_id'],
};

/** The resource with an EC2 id, or undefined if no type with that prefix is known. */
export function ec2RefById(id: string, estate: Estate): ResourceRef | undefined {
  const prefix = id.slice(0, id.lastIndexOf('-'));
  const named = own(namedTypes, prefix);
  if (named !== undefined) return refTo(named[0], { [named[1]]: id });
  const types = own(typesByPrefix, prefix);
  const refs = types?.map((type) => refTo(type, { id })) ?? [];
  return refs.find((ref) => estate.find(ref) !== undefined) ?? refs[0];
}

type Change = (id: string, ref: ResourceRef) => readonly DraftEffect[];

function entry(operation: string, changes: (request: CatalogRequest) => Change): CatalogEntry {
  return {
    service,
    operations: [operation],
    types: [
      ...new Set([
        ...Object.values(typesByPrefix).flat(),
        ...Object.values(namedTypes).map(([type]) => type),
      ]),
    ].sort(),
    effects: ({ request }, estate) => {
      const change = changes({ request, estate });
      return resourceIds(request).flatMap((id) => {
        const ref = ec2RefById(id, estate);
        return ref === undefined ? [] : change(id, ref);
      });
    },
  };
}

interface CatalogRequest {
  readonly request: Parameters<CatalogEntry['effects']>[0]['request'];
  readonly estate: Estate;
}

function resourceIds(request: CatalogRequest['request']): readonly string[] {
  const ids = itemsAt(request, 'resourcesSet').map((item) =>
    isJsonObject(item) ? textAt(item, 'resourceId') : scalar(item),
  );
  if (ids.length === 0) throw new RequestError('resourcesSet is missing.');
  return ids.filter((id) => id !== undefined).map(String);
}

/** Tags of everything in EC2 and VPC. */
export const ec2TagEntries: readonly CatalogEntry[] = [
  entry('CreateTags', ({ request, estate }) => (id, ref) => [
    ...tagEffects(ref, itemsAt(request, 'tagSet')),
    ...volumeTags(id, estate, (on, at) => tagEffects(on, itemsAt(request, 'tagSet'), at)),
  ]),
  entry('DeleteTags', ({ request, estate }) => (id, ref) => {
    const tags = objectsAt(request, 'tagSet');
    if (tags.length === 0) return [setEffect(ref, ['tags'], null)];
    return [
      ...untagEffects(ref, tags),
      ...volumeTags(id, estate, (on, at) => untagEffects(on, tags, at)),
    ];
  }),
];
