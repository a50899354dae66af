import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { required, textAt } from '../catalog/request.ts';
import type { Estate, ManagedResource } from '../catalog/types.ts';
import { securityGroups } from '../traits/access-types.ts';
import type { Direction, RespondedRule, SecurityGroupRule } from './ec2-rule.ts';
import { isOfDirection, type RuleResource, ruleResources, singleRules } from './ec2-rule-kinds.ts';

/** The group whose rules an event changes, as far as the event and the estate identify it. */
export interface SecurityGroup {
  readonly id: string | undefined;
  readonly ref: ResourceRef;
  readonly managed: ManagedResource | undefined;
  readonly estate: Estate;
}

/** A rule of one direction of a group. */
export interface GroupRule {
  readonly group: SecurityGroup;
  readonly direction: Direction;
  readonly rule: SecurityGroupRule;
}

/**
 * How the code writes the rules of one direction: as blocks in the group, or as resources of a kind.
 */
export type RuleStyle = 'inline' | RuleResource;

/** Finds the group by the id in the request or in the response's rules, else by its name. */
export function securityGroupOf(
  event: AuditEvent,
  estate: Estate,
  rules: readonly RespondedRule[] = [],
): SecurityGroup {
  const id = textAt(event.request, 'groupId') ?? rules.find((rule) => rule.group)?.group;
  const name = id === undefined ? textAt(event.request, 'groupName') : undefined;
  const refs = securityGroups.map((type) => refTo(type, { id }, { name }));
  for (const ref of refs) {
    const managed = estate.find(ref);
    if (managed !== undefined)
      return { id: id ?? textAt(managed.attributes, 'id'), ref, managed, estate };
  }
  return { id, ref: refTo('aws_security_group', { id }, { name }), managed: undefined, estate };
}

/** The id of the group, without which a rule resource cannot be named. Throws if it is unknown. */
export function groupId(group: SecurityGroup): string {
  return required(group.id, 'groupId');
}

/**
 * The style in which the code writes the rules of a direction. If it has none there, the style of
 * the other direction's rule resources counts.
 */
export function ruleStyle(group: SecurityGroup, direction: Direction): RuleStyle {
  const { managed } = group;
  if (managed?.type === 'aws_default_security_group') return 'inline';
  if (managed?.declares(direction) === true) return 'inline';
  const opposite = direction === 'ingress' ? 'egress' : 'ingress';
  for (const one of [direction, opposite] as const) {
    const used = ruleResources.find((kind) => managedRules(kind, group, one).length > 0);
    if (used !== undefined) return used;
  }
  return singleRules;
}

/** Managed resources of a kind with the rules of one direction of the group. */
export function managedRules(
  kind: RuleResource,
  { id, estate }: SecurityGroup,
  direction: Direction,
): readonly ManagedResource[] {
  if (id === undefined) return [];
  return estate
    .where(kind.type(direction), 'security_group_id', id)
    .filter(({ attributes }) => isOfDirection(kind, direction, attributes));
}
