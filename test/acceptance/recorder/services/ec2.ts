import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../../src/model/json.ts';
import { lowerFirst } from '../../../../src/model/words.ts';
import type { Call, ServiceLog } from '../service.ts';
import { print, type Style, wireNames } from '../walk.ts';

const namespace = 'http://ec2.amazonaws.com/doc/2016-11-15/';
const removed = '<sensitiveDataRemoved>';

/** Newer actions, which are logged as their XML, under a `...Request` key. */
const newer: ReadonlySet<string> = new Set([
  'CreateEgressOnlyInternetGateway',
  'CreateFlowLogs',
  'CreateLaunchTemplate',
  'CreateLaunchTemplateVersion',
  'CreateManagedPrefixList',
  'CreateNatGateway',
  'CreateTransitGateway',
  'CreateTransitGatewayVpcAttachment',
  'CreateVpcEndpoint',
  'DeleteEgressOnlyInternetGateway',
  'DeleteFlowLogs',
  'DeleteLaunchTemplate',
  'DeleteManagedPrefixList',
  'DeleteNatGateway',
  'DeleteTransitGateway',
  'DeleteTransitGatewayVpcAttachment',
  'DeleteVpcEndpoints',
  'EnableSerialConsoleAccess',
  'ModifyLaunchTemplate',
  'ModifyManagedPrefixList',
  'ModifySecurityGroupRules',
  'ModifyTransitGateway',
  'ModifyTransitGatewayVpcAttachment',
  'ModifyVolume',
  'ModifyVpcEndpoint',
  'UpdateSecurityGroupRuleDescriptionsEgress',
  'UpdateSecurityGroupRuleDescriptionsIngress',
]);

function hideUserData(member: string, value: Json): Json {
  return member === 'UserData' ? removed : value;
}

/** Classic actions: wire names, and lists as `{items: [...]}`, or `{}` when empty. */
const classic: Style = {
  name(member, schema) {
    const { xml, query } = wireNames(schema);
    return lowerFirst(query !== undefined && xml === undefined ? query : (xml ?? member));
  },
  list: (items) => (items.length === 0 ? {} : { items }),
  time: (value) => value.getTime(),
  mask: hideUserData,
  absentList: { within: ['IpPermission'], value: {} },
};

/**
 * Actions that respond with a flag that the SDK does not show, besides those with no other output.
 */
const flagged: ReadonlySet<string> = new Set(['CreateSecurityGroup']);

/** Lists of plain ids become objects in the log, under names of their own. */
const idLists: Readonly<Record<string, { readonly as: string; readonly key: string }>> = {
  InstanceIds: { as: 'instancesSet', key: 'instanceId' },
  Resources: { as: 'resourcesSet', key: 'resourceId' },
  SecurityGroupIds: { as: 'groupSet', key: 'groupId' },
  VpcIds: { as: 'vpcSet', key: 'vpcId' },
  SubnetIds: { as: 'subnetSet', key: 'subnetId' },
  GroupIds: { as: 'securityGroupIdSet', key: 'groupId' },
};

function classicRequest(call: Call): JsonObject {
  const plain = new Map(Object.entries(call.input));
  const result: Record<string, Json> = {};
  for (const [member, { as, key }] of Object.entries(idLists)) {
    const ids = plain.get(member);
    if (!Array.isArray(ids)) continue;
    plain.delete(member);
    result[as] = { items: ids.map((id: string) => ({ [key]: id })) };
  }
  special[call.operation]?.(plain, result);
  const rest = print(call.inputSchema, Object.fromEntries(plain), classic);
  return { ...(isJsonObject(rest) ? rest : {}), ...result };
}

type Special = (plain: Map<string, unknown>, result: Record<string, Json>) => void;

const tagSet: Special = (plain, result) => {
  const tags = (plain.get('Tags') ?? []) as { Key: string; Value?: string }[];
  plain.delete('Tags');
  const items = tags.map(({ Key, Value }) => ({
    key: Key,
    ...(Value === undefined ? {} : { value: Value }),
  }));
  result['tagSet'] = { items };
};

const fullPermissions: Special = (plain, result) => {
  if (!plain.has('IpPermissions')) result['ipPermissions'] = {};
};

/** The log has another name for the protocol, and prints absent fields as empty objects. */
const aclEntry: Special = (plain, result) => {
  result['aclProtocol'] = String(plain.get('Protocol'));
  plain.delete('Protocol');
  for (const [member, name] of [
    ['IcmpTypeCode', 'icmpTypeCode'],
    ['PortRange', 'portRange'],
  ] as const) {
    if (!plain.has(member)) result[name] = {};
  }
};

const special: Readonly<Record<string, Special>> = {
  CreateNetworkAclEntry: aclEntry,
  ReplaceNetworkAclEntry: aclEntry,
  CreateTags: tagSet,
  DeleteTags: tagSet,
  AuthorizeSecurityGroupIngress: fullPermissions,
  AuthorizeSecurityGroupEgress: fullPermissions,
  RevokeSecurityGroupIngress: fullPermissions,
  RevokeSecurityGroupEgress: fullPermissions,
  ModifyInstanceAttribute(plain, result) {
    const groups = plain.get('Groups');
    plain.delete('Groups');
    if (Array.isArray(groups)) {
      result['groupSet'] = { items: groups.map((groupId: string) => ({ groupId })) };
    }
    if (plain.delete('UserData')) result['userData'] = removed;
  },
  CreateSecurityGroup(plain, result) {
    result['groupDescription'] = String(plain.get('Description'));
    plain.delete('Description');
  },
  RunInstances(plain, result) {
    const { ImageId, MinCount, MaxCount } = Object.fromEntries(plain) as Record<string, Json>;
    for (const member of ['ImageId', 'MinCount', 'MaxCount']) plain.delete(member);
    const item = { imageId: ImageId ?? null, minCount: MinCount ?? 1, maxCount: MaxCount ?? 1 };
    result['instancesSet'] = { items: [item] };
  },
};

/** Newer actions, request: names as in queries, elements numbered, a single one without a list. */
const newerRequest: Style = {
  name: (member, schema) => wireNames(schema).query ?? wireNames(schema).xml ?? member,
  list(items) {
    const numbered = items.map((item, index) =>
      isJsonObject(item) ? { ...item, tag: index + 1 } : { content: item, tag: index + 1 },
    );
    return numbered.length === 1 ? (numbered[0] ?? '') : numbered;
  },
  time: (value) => value.toISOString(),
  mask: hideUserData,
};

const newerResponse: Style = {
  ...newerRequest,
  name: (member, schema) => lowerFirst(wireNames(schema).xml ?? member),
  list: (items) =>
    items.length === 0 ? '' : { item: items.length === 1 ? (items[0] ?? '') : items },
};

function emptyIsText(value: Json | undefined): Json {
  if (value === undefined) return '';
  return isJsonObject(value) && Object.keys(value).length === 0 ? '' : value;
}

/** `tagSpecificationSet` keeps the tags of an item in a bare array. */
function bareTags(value: Json): Json {
  if (isJsonArray(value)) return value.map(bareTags);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'tagSpecification') return ['tagSpecificationSet', bareTags(inner)];
      if (key !== 'tags' && key !== 'tag') return [key, bareTags(inner)];
      return ['tags', isJsonObject(inner) && isJsonArray(inner['items']) ? inner['items'] : inner];
    }),
  ) as Json;
}

export const ec2: ServiceLog = {
  eventSource: 'ec2.amazonaws.com',
  eventName: (operation) => operation,
  errorCode: (name) =>
    name.includes('.') && /^(Client|Server)\./.test(name) ? name : `Client.${name}`,
  request(call) {
    if (newer.has(call.operation)) {
      const printed = print(call.inputSchema, call.input, newerRequest);
      return { [`${call.operation}Request`]: emptyIsText(printed) };
    }
    const printed = bareTags(classicRequest(call));
    return isJsonObject(printed) ? printed : null;
  },
  response(call, requestId) {
    const isNewer = newer.has(call.operation);
    const style = isNewer ? newerResponse : classic;
    const printed = call.outputSchema.isStructSchema()
      ? print(call.outputSchema, call.output ?? {}, style)
      : undefined;
    const fields = isJsonObject(printed) ? printed : {};
    if (isNewer) {
      return { [`${call.operation}Response`]: { xmlns: namespace, requestId, ...fields } };
    }
    const { return: returned, ...rest } = fields;
    const silent = Object.keys(rest).length === 0 || flagged.has(call.operation);
    return { requestId, ...(returned !== undefined || silent ? { _return: true } : {}), ...rest };
  },
};
