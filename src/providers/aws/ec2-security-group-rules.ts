import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject } from '../../model/json.ts';
import { deleteEffect, omittedEffect, refTo, setEffect } from '../catalog/effects.ts';
import { itemsAt, objectsAt, requireText, scalar, textAt } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';
import type { Direction, SecurityGroupRule } from './ec2-rule.ts';
import { readRule, requestedRules, respondedRules, sameTraffic } from './ec2-rule.ts';
import {
  addInline,
  describeInline,
  hiddenInline,
  modifyInline,
  removeInline,
} from './ec2-rule-inline.ts';
import {
  createLegacy,
  describeLegacy,
  findLegacy,
  modifyLegacy,
  revokeLegacy,
} from './ec2-rule-legacy.ts';
import {
  createSingle,
  deleteSingle,
  describeSingle,
  findSingle,
  modifySingle,
} from './ec2-rule-single.ts';
import type { GroupRule, SecurityGroup } from './ec2-security-group.ts';
import {
  legacyRules,
  ruleStyle,
  securityGroupOf,
  singleRules,
  singleType,
} from './ec2-security-group.ts';

const directions: readonly Direction[] = ['ingress', 'egress'];

function entriesFor(direction: Direction): readonly CatalogEntry[] {
  const suffix = direction === 'ingress' ? 'Ingress' : 'Egress';
  const types = ['aws_security_group', singleType(direction), 'aws_security_group_rule'];
  const entry = (
    operation: string,
    effects: (event: AuditEvent, estate: Estate, direction: Direction) => readonly DraftEffect[],
  ): CatalogEntry => ({
    service,
    operations: [operation],
    types,
    effects: (event, estate) => effects(event, estate, direction),
  });
  return [
    entry(`AuthorizeSecurityGroup${suffix}`, authorize),
    entry(`RevokeSecurityGroup${suffix}`, revoke),
    entry(`UpdateSecurityGroupRuleDescriptions${suffix}`, describe),
  ];
}

/** Security groups and their rules, in each of the styles in which code may write these. */
export const securityGroupEntries: readonly CatalogEntry[] = [
  ...directions.flatMap(entriesFor),
  ...aws(service, [
    {
      type: 'aws_security_group',
      identity: [{ id: 'groupId' }, { id: response('groupId') }, { name: 'groupName' }],
      created: [{ id: response('groupId') }],
      fields: { name: 'groupName', description: 'groupDescription', vpc_id: 'vpcId' },
      tags: specifiedTags('security-group'),
      importId: response('groupId'),
      calls: {
        CreateSecurityGroup: 'create',
        DeleteSecurityGroup: 'delete',
        ModifySecurityGroupRules: {
          special: modify,
          also: ['aws_security_group', 'aws_security_group_rule', ...directions.map(singleType)],
        },
      },
    },
  ]),
];

function authorize(event: AuditEvent, estate: Estate, direction: Direction) {
  const responded = respondedRules(event, 'securityGroupRuleSet');
  const tags = specifiedTags('security-group-rule')(event);
  const rules = (responded.length > 0 ? responded : requestedRules(event)).map((rule) => ({
    ...rule,
    tags: rule.tags ?? tags,
  }));
  const group = securityGroupOf(event, estate, responded);
  if (rules.length === 0) return [hiddenInline(group, direction)];
  const style = ruleStyle(group, direction);
  return rules.flatMap((rule): readonly DraftEffect[] => {
    const placed = { group, direction, rule };
    if (style === 'inline') return [addInline(placed)];
    return style === 'single' ? [createSingle(placed)] : createLegacy(placed);
  });
}

function revoke(event: AuditEvent, estate: Estate, direction: Direction): readonly DraftEffect[] {
  const responded = respondedRules(event, 'revokedSecurityGroupRuleSet');
  const group = securityGroupOf(event, estate, responded);
  const rules = responded.length > 0 ? responded : withoutUnknown(event);
  const effects = rules.flatMap((rule) => revokeRule({ group, direction, rule }));
  if (effects.length > 0) return effects;
  const byId = ruleIds(event).map((id) => revokeById(group, direction, id));
  return byId.length > 0 ? byId : [hiddenInline(group, direction)];
}

/**
 * In a default VPC, EC2 lists the rules that it did not find in its response, and revokes the
 * others.
 */
function withoutUnknown(event: AuditEvent): readonly SecurityGroupRule[] {
  const permissions = itemsAt(event.response, 'unknownIpPermissionSet');
  const unknown =
    permissions.length === 0
      ? []
      : requestedRules({ ...event, request: { ipPermissions: permissions } });
  return requestedRules(event).filter((rule) => !unknown.some((one) => sameTraffic(one, rule)));
}

function revokeRule(placed: GroupRule): readonly DraftEffect[] {
  const style = ruleStyle(placed.group, placed.direction);
  if (style === 'inline') return [removeInline(placed)];
  const isSingle = findSingle(placed) !== undefined;
  const isLegacy = !isSingle && (style === 'legacy' || findLegacy(placed) !== undefined);
  return isLegacy ? revokeLegacy(placed) : [deleteSingle(placed)];
}

function revokeById(group: SecurityGroup, direction: Direction, id: string): DraftEffect {
  const legacy = legacyRules(group, direction).find(
    ({ attributes }) => textAt(attributes, 'security_group_rule_id') === id,
  );
  if (legacy !== undefined) {
    return deleteEffect(refTo('aws_security_group_rule', { id: textAt(legacy.attributes, 'id') }));
  }
  return ruleStyle(group, direction) === 'single'
    ? { ...deleteEffect(refTo(singleType(direction), { id })), on: group.ref }
    : hiddenInline(group, direction);
}

function ruleIds(event: AuditEvent): readonly string[] {
  const lists = ['securityGroupRuleIds', 'securityGroupRuleIdSet', 'securityGroupRuleId'];
  return lists
    .flatMap((list) => itemsAt(event.request, list))
    .map((item) => (isJsonObject(item) ? textAt(item, 'securityGroupRuleId') : scalar(item)))
    .filter((id) => id !== undefined)
    .map(String);
}

function describe(event: AuditEvent, estate: Estate, direction: Direction) {
  const group = securityGroupOf(event, estate);
  const style = ruleStyle(group, direction);
  const effects = requestedRules(event).flatMap((rule): readonly DraftEffect[] => {
    const placed = { group, direction, rule };
    if (style === 'inline') return describeInline(placed);
    return style === 'single' ? [describeSingle(placed)] : describeLegacy(placed);
  });
  const byId = [
    ...objectsAt(event.request, 'securityGroupRuleDescriptions'),
    ...objectsAt(event.request, 'securityGroupRuleDescription'),
  ].map((item) => {
    const id = requireText(item, 'securityGroupRuleId');
    if (style === 'inline') return hiddenInline(group, direction);
    const ref =
      style === 'single'
        ? refTo(singleType(direction), { id })
        : refTo('aws_security_group_rule', { security_group_rule_id: id });
    const described = setEffect(ref, ['description'], textAt(item, 'description') ?? null);
    return { ...described, on: group.ref };
  });
  return [...effects, ...byId];
}

function modify(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const group = securityGroupOf(event, estate);
  const updates = [
    ...objectsAt(event.request, 'securityGroupRules'),
    ...objectsAt(event.request, 'securityGroupRule'),
  ];
  return updates.flatMap((update) => {
    const id = requireText(update, 'securityGroupRuleId');
    const [content] = objectsAt(update, 'securityGroupRule');
    return content === undefined ? [] : modifyRule(group, id, readRule(content, event));
  });
}

function modifyRule(
  group: SecurityGroup,
  id: string,
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  for (const direction of directions) {
    const single = singleRules(group, direction).find(
      ({ attributes }) => textAt(attributes, 'id') === id,
    );
    if (single !== undefined) return modifySingle(single.type, id, rule, single);
    const legacy = legacyRules(group, direction).find(
      ({ attributes }) => textAt(attributes, 'security_group_rule_id') === id,
    );
    if (legacy !== undefined) return modifyLegacy(group, legacy, rule);
  }
  const inline = directions.filter((direction) => ruleStyle(group, direction) === 'inline');
  if (inline.length > 0) return modifyInline(group, inline, rule);
  if (directions.some((direction) => ruleStyle(group, direction) === 'legacy')) {
    return [omittedEffect(group.ref, [])];
  }
  return directions.flatMap((direction) =>
    modifySingle(singleType(direction), id, rule, undefined).map((one) => ({
      ...one,
      on: group.ref,
    })),
  );
}
