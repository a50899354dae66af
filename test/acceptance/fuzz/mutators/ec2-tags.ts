import { keyValues, type Mutator, tagging, text } from '../mutator.ts';

/** Types that are tagged through EC2, with the attribute that has the id. */
const tagged: readonly (readonly [type: string, id: string])[] = [
  ['aws_ami_from_instance', 'id'],
  ['aws_customer_gateway', 'id'],
  ['aws_ebs_snapshot', 'id'],
  ['aws_ebs_volume', 'id'],
  ['aws_ec2_managed_prefix_list', 'id'],
  ['aws_ec2_transit_gateway', 'id'],
  ['aws_ec2_transit_gateway_route_table', 'id'],
  ['aws_egress_only_internet_gateway', 'id'],
  ['aws_eip', 'id'],
  ['aws_instance', 'id'],
  ['aws_internet_gateway', 'id'],
  ['aws_key_pair', 'key_pair_id'],
  ['aws_launch_template', 'id'],
  ['aws_nat_gateway', 'id'],
  ['aws_network_acl', 'id'],
  ['aws_network_interface', 'id'],
  ['aws_route_table', 'id'],
  ['aws_security_group', 'id'],
  ['aws_subnet', 'id'],
  ['aws_vpc', 'id'],
  ['aws_vpc_dhcp_options', 'id'],
  ['aws_vpc_endpoint', 'id'],
  ['aws_vpc_peering_connection', 'id'],
  ['aws_vpn_connection', 'id'],
  ['aws_vpn_gateway', 'id'],
];

export const ec2Tags: readonly Mutator[] = tagged.map(([type, id]) =>
  tagging({
    name: type.replace(/^aws_(ec2_)?/, '').replaceAll('_', ' '),
    type,
    tag: [
      'ec2 CreateTags',
      ({ ec2 }, now, tags) => ec2.createTags({ Resources: [text(now, id)], Tags: keyValues(tags) }),
    ],
    untag: [
      'ec2 DeleteTags',
      ({ ec2 }, now, keys) =>
        ec2.deleteTags({ Resources: [text(now, id)], Tags: keys.map((Key) => ({ Key })) }),
    ],
  }),
);
