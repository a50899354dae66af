import type { JsonObject } from '../../model/json.ts';
import { boolAt, numberAt, textAt, textsAt } from '../catalog/request.ts';
import type { RulePeer, SecurityGroupRule } from './ec2-rule.ts';

/** A form in which code writes rules: the attributes of one, and what they have for it. */
export interface RuleForm {
  readonly protocol: string;
  /** What the ports of a protocol without ports are; undefined where they are left out. */
  readonly noPort: 0 | undefined;
  /** The attribute for each kind of peer. */
  readonly peers: Readonly<Record<RulePeer['attribute'], string>>;
  /** Those of them that have a list of peers. */
  readonly lists: readonly string[];
  /** The flag for members of the group itself; without it, the group is named like any other. */
  readonly self: 'self' | undefined;
}

const networks = {
  cidr_ipv4: 'cidr_blocks',
  cidr_ipv6: 'ipv6_cidr_blocks',
  prefix_list_id: 'prefix_list_ids',
};

/** An `ingress` or `egress` block of a group. */
export const blockForm: RuleForm = {
  protocol: 'protocol',
  noPort: 0,
  peers: { ...networks, referenced_security_group_id: 'security_groups' },
  lists: [...Object.values(networks), 'security_groups'],
  self: 'self',
};

/** `aws_vpc_security_group_ingress_rule` and `_egress_rule`. */
export const singleForm: RuleForm = {
  protocol: 'ip_protocol',
  noPort: undefined,
  peers: {
    cidr_ipv4: 'cidr_ipv4',
    cidr_ipv6: 'cidr_ipv6',
    prefix_list_id: 'prefix_list_id',
    referenced_security_group_id: 'referenced_security_group_id',
  },
  lists: [],
  self: undefined,
};

/** The older `aws_security_group_rule`, which may have several peers. */
export const olderForm: RuleForm = {
  protocol: 'protocol',
  noPort: 0,
  peers: { ...networks, referenced_security_group_id: 'source_security_group_id' },
  lists: Object.values(networks),
  self: 'self',
};

/** The peer of a rule of the group, as attributes. */
export function peerAttributes(
  { peers, lists, self }: RuleForm,
  group: string | undefined,
  { attribute, value }: RulePeer,
): JsonObject {
  const isOwn = attribute === 'referenced_security_group_id' && value === group;
  if (isOwn && self !== undefined) return { [self]: true };
  const name = peers[attribute];
  return { [name]: lists.includes(name) ? [value] : value };
}

/** A rule with one peer, as attributes without its description. */
export function trafficAttributes(
  form: RuleForm,
  group: string | undefined,
  { protocol, ports, peer }: SecurityGroupRule,
): JsonObject {
  const { from, to } = ports ?? { from: form.noPort, to: form.noPort };
  return {
    [form.protocol]: protocol,
    ...(from === undefined || to === undefined ? {} : { from_port: from, to_port: to }),
    ...peerAttributes(form, group, peer),
  };
}

/** True if attributes allow the traffic of the rule, for its peer alone or for others as well. */
export function allowsTraffic(
  form: RuleForm,
  group: string | undefined,
  attributes: JsonObject,
  { protocol, ports, peer }: SecurityGroupRule,
): boolean {
  const named = textAt(attributes, form.protocol);
  if (named !== protocol && !(named === 'all' && protocol === '-1')) return false;
  const hasPorts =
    ports === undefined ||
    (numberAt(attributes, 'from_port') === ports.from &&
      numberAt(attributes, 'to_port') === ports.to);
  const [[name = '', value] = []] = Object.entries(peerAttributes(form, group, peer));
  if (value === true) return hasPorts && boolAt(attributes, name) === true;
  return hasPorts && textsAt(attributes, name).includes(peer.value);
}

/** The attributes that have a peer, and how many peers they have. */
export function peersIn(form: RuleForm, attributes: JsonObject): ReadonlyMap<string, number> {
  const { peers, self } = form;
  const counts = Object.values(peers).map(
    (name) => [name, textsAt(attributes, name).filter((one) => one !== '').length] as const,
  );
  const own = self !== undefined && boolAt(attributes, self) === true ? [[self, 1] as const] : [];
  return new Map([...counts, ...own].filter(([, count]) => count > 0));
}
