import type { JsonObject } from '../../model/json.ts';
import type { Direction, SecurityGroupRule } from './ec2-rule.ts';
import { olderForm, type RuleForm, singleForm } from './ec2-rule-form.ts';

/** A kind of resource in which code has the rules of a group one by one. */
export interface RuleResource {
  readonly form: RuleForm;
  readonly type: (direction: Direction) => string;
  /** The attributes by which rules of both directions differ, if they are of one type. */
  readonly fixed: (direction: Direction) => Readonly<Record<string, string>>;
  /** The attribute with EC2's id of the rule. */
  readonly idAttribute: string;
  readonly hasTags: boolean;
  /** The id for `terraform import`, undefined if the log does not have it. */
  readonly importId: (
    group: string,
    direction: Direction,
    rule: SecurityGroupRule,
  ) => string | undefined;
}

/** One resource for each rule. */
export const singleRules: RuleResource = {
  form: singleForm,
  type: (direction) => `aws_vpc_security_group_${direction}_rule`,
  fixed: () => ({}),
  idAttribute: 'id',
  hasTags: true,
  importId: (_group, _direction, { id }) => id,
};

/** The older kind, whose own id is a hash. */
export const olderRules: RuleResource = {
  form: olderForm,
  type: () => 'aws_security_group_rule',
  fixed: (direction) => ({ type: direction }),
  idAttribute: 'security_group_rule_id',
  hasTags: false,
  // `sg-1_ingress_tcp_22_22_192.0.2.0/24`, with `self` for the group's own members.
  importId: (group, direction, { protocol, ports, peer }) => {
    const { from, to } = ports ?? { from: 0, to: 0 };
    const name = protocol === '-1' ? 'all' : protocol;
    const other = peer.value === group ? 'self' : peer.value;
    return [group, direction, name, from, to, other].join('_');
  },
};

/** All kinds, the one of today first. */
export const ruleResources: readonly RuleResource[] = [singleRules, olderRules];

/** True if the attributes of a resource of this kind are those of a rule of the direction. */
export function isOfDirection(
  { fixed }: RuleResource,
  direction: Direction,
  attributes: JsonObject,
): boolean {
  return Object.entries(fixed(direction)).every(([name, value]) => attributes[name] === value);
}
