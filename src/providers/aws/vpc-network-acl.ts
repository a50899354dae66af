import type { AuditEvent } from '../../model/event.ts';
import { listedBlock, unnamedElement } from '../catalog/listed-element.ts';
import { boolAt, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, response } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const acl = 'aws_network_acl';
const defaultAcl = 'aws_default_network_acl';

function egress({ request }: AuditEvent): boolean {
  return boolAt(request, 'egress') ?? false;
}

const traffic: CatalogAttributes = {
  cidr_block: 'cidrBlock',
  from_port: number('portRange.from'),
  icmp_code: number('icmpTypeCode.code'),
  icmp_type: number('icmpTypeCode.type'),
  ipv6_cidr_block: 'ipv6CidrBlock',
  protocol: 'aclProtocol',
  to_port: number('portRange.to'),
};
const blockAttributes: CatalogAttributes = {
  ...traffic,
  action: 'ruleAction',
  rule_no: number('ruleNumber'),
};
const ruleAttributes: CatalogAttributes = {
  ...traffic,
  egress: bool(egress),
  network_acl_id: 'networkAclId',
  rule_action: 'ruleAction',
  rule_number: number('ruleNumber'),
};

const inAcl = { type: acl, aliases: [defaultAcl], identity: [{ id: 'networkAclId' }] };

/** The id for `terraform import`: ACL, number, protocol and direction. */
function ruleImportId(event: AuditEvent): string {
  const id = ['networkAclId', 'ruleNumber', 'aclProtocol'].map((name) =>
    requireText(event.request, name),
  );
  return [...id, egress(event)].join(':');
}

/** Network ACLs and their entries, in both styles. */
export const networkAclEntries: readonly CatalogEntry[] = aws(service, [
  {
    type: 'aws_network_acl_rule',
    identity: [{ network_acl_id: 'networkAclId', rule_number: 'ruleNumber', egress }],
    fields: ruleAttributes,
    importId: ruleImportId,
    parent: { type: acl, aliases: [defaultAcl], keys: [{ id: 'networkAclId' }] },
    listings: [
      {
        ...inAcl,
        complete: defaultAcl,
        argument: (event) => (egress(event) ? 'egress' : 'ingress'),
        // Blocks have 0 for ports that do not apply.
        element: listedBlock(blockAttributes, ['rule_no'], { from_port: 0, to_port: 0 }),
      },
    ],
    calls: {
      CreateNetworkAclEntry: 'create',
      ReplaceNetworkAclEntry: 'replace',
      DeleteNetworkAclEntry: 'delete',
    },
  },
  {
    type: 'aws_network_acl_association',
    identity: [{ id: 'associationId' }],
    fields: { network_acl_id: 'networkAclId' },
    listings: [{ ...inAcl, argument: 'subnet_ids', element: unnamedElement }],
    calls: { ReplaceNetworkAclAssociation: 'patch' },
  },
  {
    type: acl,
    identity: [{ id: 'networkAclId' }],
    created: [{ id: response('networkAcl.networkAclId') }],
    fields: { vpc_id: 'vpcId' },
    tags: specifiedTags('network-acl'),
    importId: response('networkAcl.networkAclId'),
    parent: { type: 'aws_vpc', keys: [{ id: 'vpcId' }] },
    calls: {
      CreateNetworkAcl: 'create',
      DeleteNetworkAcl: 'delete',
    },
  },
]);
