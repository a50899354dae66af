import type { IpPermission } from '@aws-sdk/client-ec2';
import type { JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../../src/model/json.ts';
import type { Clients } from '../../recorder/clients.ts';
import { addition, at, change, type Mutator, removal, text, texts } from '../mutator.ts';

/** Inline rule blocks of a group, as they are in the state. */
function inline(now: JsonObject, direction: 'ingress' | 'egress'): readonly JsonObject[] {
  const list = now[direction];
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

function permission(rule: JsonObject, ranges: readonly string[]): IpPermission {
  const Description = text(rule, 'description');
  return {
    IpProtocol: text(rule, 'protocol'),
    ...(rule['protocol'] === '-1'
      ? {}
      : { FromPort: Number(rule['from_port']), ToPort: Number(rule['to_port']) }),
    IpRanges: ranges.map((CidrIp) => (Description === '' ? { CidrIp } : { CidrIp, Description })),
  };
}

/** The first inline rule that admits CIDR blocks. */
function open(now: JsonObject): JsonObject | undefined {
  return inline(now, 'ingress').find((rule) => texts(rule, 'cidr_blocks').length > 0);
}

async function revoke({ ec2 }: Clients, now: JsonObject, ranges: readonly string[]) {
  const rule = open(now) ?? {};
  await ec2.revokeSecurityGroupIngress({
    GroupId: text(now, 'id'),
    IpPermissions: [permission(rule, ranges)],
  });
}

async function authorize({ ec2 }: Clients, now: JsonObject, ranges: readonly string[]) {
  const rule = open(now) ?? {};
  await ec2.authorizeSecurityGroupIngress({
    GroupId: text(now, 'id'),
    IpPermissions: [permission(rule, ranges)],
  });
}

const sourcesOf = (now: JsonObject) => texts(open(now) ?? {}, 'cidr_blocks');

function debug(draw: number): IpPermission {
  const FromPort = 9000 + draw;
  const CidrIp = `10.200.${draw % 250}.0/24`;
  return { IpProtocol: 'tcp', FromPort, ToPort: FromPort, IpRanges: [{ CidrIp }] };
}

/** The permission of a rule resource, in the form that the API takes. */
function ruled(now: JsonObject): IpPermission {
  const cidr = text(now, 'cidr_ipv4');
  const group = text(now, 'referenced_security_group_id');
  const Description = text(now, 'description');
  const words = Description === '' ? {} : { Description };
  const protocol = text(now, 'ip_protocol');
  return {
    IpProtocol: protocol,
    ...(protocol === '-1'
      ? {}
      : { FromPort: Number(now['from_port']), ToPort: Number(now['to_port']) }),
    ...(cidr === '' ? {} : { IpRanges: [{ CidrIp: cidr, ...words }] }),
    ...(group === '' ? {} : { UserIdGroupPairs: [{ GroupId: group, ...words }] }),
  };
}

/** Security group rules, in the three ways in which code declares them. */
export const groups: readonly Mutator[] = [
  addition({
    name: 'group: port opened',
    type: 'aws_security_group',
    calls: ['ec2 AuthorizeSecurityGroupIngress', 'ec2 RevokeSecurityGroupIngress'],
    act: ({ ec2 }, now, draw) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(now, 'id'),
        IpPermissions: [debug(draw)],
      }),
    undo: ({ ec2 }, now, draw) =>
      ec2.revokeSecurityGroupIngress({ GroupId: text(now, 'id'), IpPermissions: [debug(draw)] }),
  }),
  addition({
    name: 'group: one source more',
    type: 'aws_security_group',
    calls: ['ec2 AuthorizeSecurityGroupIngress', 'ec2 RevokeSecurityGroupIngress'],
    fits: (now) => sourcesOf(now).length > 0,
    act: (by, now, draw) => authorize(by, now, [`192.0.2.${draw % 250}/32`]),
    undo: (by, now, draw) => revoke(by, now, [`192.0.2.${draw % 250}/32`]),
  }),
  addition({
    name: 'group: one source less',
    type: 'aws_security_group',
    calls: ['ec2 RevokeSecurityGroupIngress', 'ec2 AuthorizeSecurityGroupIngress'],
    fits: (now) => sourcesOf(now).length > 1,
    act: (by, now) => revoke(by, now, sourcesOf(now).slice(0, 1)),
    undo: (by, now) => authorize(by, now, sourcesOf(now).slice(0, 1)),
  }),
  addition({
    name: 'group: rule closed',
    type: 'aws_security_group',
    calls: ['ec2 RevokeSecurityGroupIngress', 'ec2 AuthorizeSecurityGroupIngress'],
    fits: (now) => sourcesOf(now).length > 0 && isPlain(open(now)),
    act: (by, now) => revoke(by, now, sourcesOf(now)),
    undo: (by, now) => authorize(by, now, sourcesOf(now)),
  }),
  removal({
    name: 'ingress rule: closed',
    type: 'aws_vpc_security_group_ingress_rule',
    calls: ['ec2 RevokeSecurityGroupIngress', 'ec2 AuthorizeSecurityGroupIngress'],
    act: ({ ec2 }, now) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [ruled(now)],
      }),
    undo: ({ ec2 }, now) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [ruled(now)],
      }),
  }),
  removal({
    name: 'ingress rule: closed by its id',
    type: 'aws_vpc_security_group_ingress_rule',
    calls: ['ec2 RevokeSecurityGroupIngress'],
    act: ({ ec2 }, now) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(now, 'security_group_id'),
        SecurityGroupRuleIds: [text(now, 'security_group_rule_id')],
      }),
  }),
  change<string>({
    name: 'ingress rule: source',
    type: 'aws_vpc_security_group_ingress_rule',
    calls: ['ec2 ModifySecurityGroupRules'],
    from: 'cidr_ipv4',
    to: ['10.99.0.0/16', '192.0.2.0/24'],
    set: ({ ec2 }, now, CidrIpv4) => {
      const Description = text(now, 'description');
      return ec2.modifySecurityGroupRules({
        GroupId: text(now, 'security_group_id'),
        SecurityGroupRules: [
          {
            SecurityGroupRuleId: text(now, 'security_group_rule_id'),
            SecurityGroupRule: {
              IpProtocol: text(now, 'ip_protocol'),
              FromPort: Number(at(now, 'from_port') ?? -1),
              ToPort: Number(at(now, 'to_port') ?? -1),
              CidrIpv4,
              ...(Description === '' ? {} : { Description }),
            },
          },
        ],
      });
    },
  }),
  removal({
    name: 'egress rule: closed',
    type: 'aws_vpc_security_group_egress_rule',
    calls: ['ec2 RevokeSecurityGroupEgress', 'ec2 AuthorizeSecurityGroupEgress'],
    act: ({ ec2 }, now) =>
      ec2.revokeSecurityGroupEgress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [ruled(now)],
      }),
    undo: ({ ec2 }, now) =>
      ec2.authorizeSecurityGroupEgress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [ruled(now)],
      }),
  }),
  removal({
    name: 'older rule: closed',
    type: 'aws_security_group_rule',
    calls: ['ec2 RevokeSecurityGroupIngress', 'ec2 AuthorizeSecurityGroupIngress'],
    fits: (now) => now['type'] === 'ingress' && texts(now, 'cidr_blocks').length > 0,
    act: ({ ec2 }, now) =>
      ec2.revokeSecurityGroupIngress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [permission(now, texts(now, 'cidr_blocks'))],
      }),
    undo: ({ ec2 }, now) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text(now, 'security_group_id'),
        IpPermissions: [permission(now, texts(now, 'cidr_blocks'))],
      }),
  }),
];

/** True for a rule that admits IPv4 ranges only: revoking those revokes all of it. */
function isPlain(rule: JsonObject | undefined): boolean {
  if (rule === undefined || rule['self'] === true) return false;
  return ['ipv6_cidr_blocks', 'prefix_list_ids', 'security_groups'].every(
    (key) => texts(rule, key).length === 0,
  );
}
