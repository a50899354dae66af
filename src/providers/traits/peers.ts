/** The fields of a rule of a security group that name who may connect, in any of its types. */
export const peerFields: readonly string[] = [
  'cidr_blocks',
  'ipv6_cidr_blocks',
  'cidr_ipv4',
  'cidr_ipv6',
  'prefix_list_ids',
  'prefix_list_id',
  'security_groups',
  'source_security_group_id',
  'referenced_security_group_id',
];
