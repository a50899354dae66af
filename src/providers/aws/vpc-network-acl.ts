import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  omittedEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { boolAt, numberAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, response, setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { refAmong, ec2Service as service, specifiedTags } from './ec2.ts';

const ruleType = 'aws_network_acl_rule';
const aclTypes = ['aws_network_acl', 'aws_default_network_acl'];

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
  egress: bool('egress'),
  network_acl_id: 'networkAclId',
  rule_action: 'ruleAction',
  rule_number: number('ruleNumber'),
};

/** Finds the entry that a call concerns: a block in the ACL, or a separate rule resource. */
function locate({ request }: AuditEvent, estate: Estate) {
  const id = requireText(request, 'networkAclId');
  const number = requireText(request, 'ruleNumber');
  const egress = boolAt(request, 'egress') ?? false;
  const acl = refAmong(aclTypes, id, estate);
  const block = egress ? 'egress' : 'ingress';
  const managed = estate
    .where(ruleType, 'network_acl_id', id)
    .find(
      ({ attributes }) =>
        numberAt(attributes, 'rule_number') === Number(number) &&
        (boolAt(attributes, 'egress') ?? false) === egress,
    );
  const owner = estate.find(acl);
  const inline =
    managed === undefined &&
    (owner?.type === 'aws_default_network_acl' || owner?.declares(block) === true);
  const rule = refTo(
    ruleType,
    { id: textAt(managed?.attributes, 'id') },
    { network_acl_id: id, rule_number: number, egress: String(egress) },
  );
  return { acl, block, inline, rule, key: { rule_no: Number(number) } };
}

/** Blocks have 0 for ports that do not apply. */
function blockOf(event: AuditEvent): JsonObject {
  return { from_port: 0, to_port: 0, ...elementAttributes(event, event.request, blockAttributes) };
}

function createAclEntry(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { acl, block, inline, rule } = locate(event, estate);
  if (inline) return [addEffect(acl, [block], blockOf(event))];
  const attributes = elementAttributes(event, event.request, ruleAttributes);
  const id = ['networkAclId', 'ruleNumber', 'aclProtocol'].map((name) =>
    requireText(event.request, name),
  );
  const egress = boolAt(event.request, 'egress') ?? false;
  return [createEffect(rule, attributes, { importId: [...id, egress].join(':'), parent: acl })];
}

function replaceAclEntry(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { acl, block, inline, rule, key } = locate(event, estate);
  if (!inline) return setMembers(event, rule, ruleAttributes);
  return [removeEffect(acl, [block], key), addEffect(acl, [block], blockOf(event))];
}

function deleteAclEntry(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { acl, block, inline, rule, key } = locate(event, estate);
  return inline ? [removeEffect(acl, [block], key)] : [deleteEffect(rule)];
}

const associationType = 'aws_network_acl_association';

/**
 * The call names only the association, so the subnet is unknown for an ACL that lists its subnets.
 */
function replaceAssociation({ request }: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const acl = requireText(request, 'networkAclId');
  const association = refTo(associationType, { id: requireText(request, 'associationId') });
  const owner = refAmong(aclTypes, acl, estate);
  const lists = estate.find(owner)?.declares('subnet_ids') === true;
  return [
    setEffect(association, ['network_acl_id'], acl),
    ...(lists ? [omittedEffect(owner, ['subnet_ids'])] : []),
  ];
}

const types = [...aclTypes, ruleType];

/** Network ACLs and their entries, in both styles. */
export const networkAclEntries: readonly CatalogEntry[] = [
  ...untabled(service, types, {
    CreateNetworkAclEntry: createAclEntry,
    ReplaceNetworkAclEntry: replaceAclEntry,
    DeleteNetworkAclEntry: deleteAclEntry,
  }),
  ...untabled(service, [associationType, ...aclTypes], {
    ReplaceNetworkAclAssociation: replaceAssociation,
  }),
  ...aws(service, [
    {
      type: 'aws_network_acl',
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
  ]),
];
