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
import { olderRules, ruleResources, singleRules } from './ec2-rule-kinds.ts';
import {
  createRule,
  describeRule,
  findRule,
  managedRef,
  modifyRule,
  revokeRule,
} from './ec2-rule-resource.ts';
import type { GroupRule, SecurityGroup } from './ec2-security-group.ts';
import { managedRules, ruleStyle, securityGroupOf } from './ec2-security-group.ts';

const directions: readonly Direction[] = ['ingress', 'egress'];

function entriesFor(direction: Direction): readonly CatalogEntry[] {
  const suffix = direction === 'ingress' ? 'Ingress' : 'Egress';
  const types = ['aws_security_group', ...ruleResources.map(({ type }) => type(direction))];
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
          also: [
            'aws_security_group',
            ...new Set(ruleResources.flatMap(({ type }) => directions.map(type))),
          ],
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
    return style === 'inline' ? [addInline(placed)] : createRule(style, placed);
  });
}

function revoke(event: AuditEvent, estate: Estate, direction: Direction): readonly DraftEffect[] {
  const responded = respondedRules(event, 'revokedSecurityGroupRuleSet');
  const group = securityGroupOf(event, estate, responded);
  const rules = responded.length > 0 ? responded : withoutUnknown(event);
  const effects = rules.flatMap((rule) => revoked({ group, direction, rule }));
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

function revoked(placed: GroupRule): readonly DraftEffect[] {
  const style = ruleStyle(placed.group, placed.direction);
  if (style === 'inline') return [removeInline(placed)];
  const holder = ruleResources.find((kind) => findRule(kind, placed) !== undefined);
  return revokeRule(holder ?? style, placed);
}

function revokeById(group: SecurityGroup, direction: Direction, id: string): DraftEffect {
  const older = managedRules(olderRules, group, direction).find(
    ({ attributes }) => textAt(attributes, olderRules.idAttribute) === id,
  );
  if (older !== undefined) return deleteEffect(managedRef(older));
  return ruleStyle(group, direction) === singleRules
    ? { ...deleteEffect(refTo(singleRules.type(direction), { id })), on: group.ref }
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
    return style === 'inline' ? describeInline(placed) : describeRule(style, placed);
  });
  const byId = [
    ...objectsAt(event.request, 'securityGroupRuleDescriptions'),
    ...objectsAt(event.request, 'securityGroupRuleDescription'),
  ].map((item) => {
    const id = requireText(item, 'securityGroupRuleId');
    if (style === 'inline') return hiddenInline(group, direction);
    const ref = refTo(style.type(direction), { [style.idAttribute]: id });
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
    return content === undefined ? [] : modified(group, id, readRule(content, event));
  });
}

function modified(
  group: SecurityGroup,
  id: string,
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  for (const direction of directions) {
    for (const kind of ruleResources) {
      const managed = managedRules(kind, group, direction).find(
        ({ attributes }) => textAt(attributes, kind.idAttribute) === id,
      );
      if (managed !== undefined) return modifyRule(kind, group, managedRef(managed), rule, managed);
    }
  }
  const styles = directions.map((direction) => ruleStyle(group, direction));
  const inline = directions.filter((_, at) => styles[at] === 'inline');
  if (inline.length > 0) return modifyInline(group, inline, rule);
  if (styles.includes(olderRules)) return [omittedEffect(group.ref, [])];
  return directions.flatMap((direction) => {
    const ref = refTo(singleRules.type(direction), { id });
    return modifyRule(singleRules, group, ref, rule, undefined).map((one) => ({
      ...one,
      on: group.ref,
    }));
  });
}
