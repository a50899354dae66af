import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import { toBool } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import { catalogName } from '../catalog/identity.ts';
import { items, itemsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { number, textField, via } from '../catalog/sources.ts';
import { aws } from './aws.ts';
import {
  listenerAttributes,
  olderNames,
  elbService as service,
  tableEffects,
  targetGroupAttributes,
} from './elb.ts';
import { actionAttributes, conditionAttributes } from './elb-actions.ts';

function named(type: string, arn: string) {
  return { service, type, keys: [{ arn }], aliases: olderNames[type] ?? [] };
}

const listener = named('aws_lb_listener', 'listenerArn');
const rule = named('aws_lb_listener_rule', 'ruleArn');
const targetGroup = named('aws_lb_target_group', 'targetGroupArn');

/** Reads a member of the one resource that the response lists as created. */
function made(list: string, name: string): (event: AuditEvent) => Json | undefined {
  return (event) => textAt(itemsAt(event.response, list)[0], name);
}

/**
 * A list that the call replaces as a whole. If it contains secrets, the entire list is redacted.
 */
function whole(member: string, one: (event: AuditEvent, item: JsonObject) => JsonObject) {
  return via(
    (event) => {
      const list = itemsAt(event.request, member).filter(isJsonObject);
      if (list.length === 0 || readLogValue(list).kind !== 'known') return list[0] && list;
      return list.map((item) => one(event, item));
    },
    (value) => value,
  );
}

const listenerSettings: CatalogAttributes = {
  alpn_policy: via('alpnPolicy', (value) => textAt({ value: items(value)[0] ?? null }, 'value')),
  certificate_arn: via('certificates', (value) => textAt(items(value)[0], 'certificateArn')),
  default_action: whole('defaultActions', actionAttributes),
  port: number('port'),
  protocol: 'protocol',
  ssl_policy: 'sslPolicy',
  'mutual_authentication.0.mode': 'mutualAuthentication.mode',
  'mutual_authentication.0.trust_store_arn': 'mutualAuthentication.trustStoreArn',
};

const ruleSettings: CatalogAttributes = {
  action: whole('actions', actionAttributes),
  condition: whole('conditions', conditionAttributes),
  priority: number('priority'),
};

const healthCheck: CatalogAttributes = {
  'health_check.0.enabled': via('healthCheckEnabled', toBool),
  'health_check.0.healthy_threshold': number('healthyThresholdCount'),
  'health_check.0.interval': number('healthCheckIntervalSeconds'),
  'health_check.0.matcher': textField((event) => matcher(event)),
  'health_check.0.path': 'healthCheckPath',
  'health_check.0.port': 'healthCheckPort',
  'health_check.0.protocol': 'healthCheckProtocol',
  'health_check.0.timeout': number('healthCheckTimeoutSeconds'),
  'health_check.0.unhealthy_threshold': number('unhealthyThresholdCount'),
};

function matcher({ request }: AuditEvent): string | undefined {
  return textAt(request, 'matcher.httpCode') ?? textAt(request, 'matcher.grpcCode');
}

const attachmentType = 'aws_lb_target_group_attachment';
const certificateType = 'aws_lb_listener_certificate';

const eachCertificate = { in: 'certificates', as: 'certificate' };
const eachTarget = { in: 'targets', as: 'target' };

/** The port is part of the identity if the call has one. */
function targetRef({ request }: AuditEvent): ResourceRef {
  const port = textAt(request, 'target.port');
  return refTo(attachmentType, {
    target_group_arn: requireText(request, 'targetGroupArn'),
    target_id: requireText(request, 'target.id'),
    ...(port === undefined ? {} : { port }),
  });
}

/** Listeners, their rules, and target groups of application and network load balancers. */
export const elbV2Entries = aws(service, [
  {
    type: listener.type,
    aliases: listener.aliases,
    identity: listener.keys,
    created: [{ arn: made('listeners', 'listenerArn') }],
    fixed: { load_balancer_arn: 'loadBalancerArn' },
    fields: listenerSettings,
    tags: 'tags',
    importId: made('listeners', 'listenerArn'),
    parent: { type: 'aws_lb', keys: [{ arn: 'loadBalancerArn' }] },
    calls: {
      CreateListener: 'create',
      ModifyListener: 'patch',
      DeleteListener: 'delete',
      ModifyListenerAttributes: {
        special: (event, estate) =>
          tableEffects(event.request, catalogName(event, estate, listener), listenerAttributes),
      },
    },
  },
  {
    type: certificateType,
    identity: [{ certificate_arn: 'certificate.certificateArn', listener_arn: 'listenerArn' }],
    fields: { certificate_arn: 'certificate.certificateArn', listener_arn: 'listenerArn' },
    importId: ({ request }) =>
      `${textAt(request, 'listenerArn')}_${textAt(request, 'certificate.certificateArn')}`,
    parent: { type: 'aws_lb_listener', keys: [{ arn: 'listenerArn' }] },
    calls: {
      AddListenerCertificates: { does: 'create', each: eachCertificate },
      RemoveListenerCertificates: { does: 'delete', each: eachCertificate },
    },
  },
  {
    type: rule.type,
    aliases: rule.aliases,
    identity: rule.keys,
    created: [
      { arn: made('rules', 'ruleArn') },
      { listener_arn: 'listenerArn', priority: 'priority' },
    ],
    fixed: { listener_arn: 'listenerArn' },
    fields: ruleSettings,
    tags: 'tags',
    importId: made('rules', 'ruleArn'),
    parent: { type: listener.type, keys: [{ arn: 'listenerArn' }] },
    calls: {
      CreateRule: 'create',
      ModifyRule: 'patch',
      DeleteRule: 'delete',
      SetRulePriorities: {
        set: { priority: number('one.priority') },
        by: [{ arn: 'one.ruleArn' }],
        each: { in: 'rulePriorities', as: 'one' },
      },
    },
  },
  {
    type: targetGroup.type,
    aliases: targetGroup.aliases,
    identity: targetGroup.keys,
    created: [{ arn: made('targetGroups', 'targetGroupArn') }, { name: 'name' }],
    fixed: {
      ip_address_type: 'ipAddressType',
      name: 'name',
      port: number('port'),
      protocol: 'protocol',
      protocol_version: 'protocolVersion',
      target_type: 'targetType',
      vpc_id: 'vpcId',
    },
    fields: healthCheck,
    tags: 'tags',
    defaults: { target_type: 'instance' },
    importId: made('targetGroups', 'targetGroupArn'),
    calls: {
      CreateTargetGroup: 'create',
      ModifyTargetGroup: 'patch',
      DeleteTargetGroup: 'delete',
      ModifyTargetGroupAttributes: {
        special: (event, estate) =>
          tableEffects(
            event.request,
            catalogName(event, estate, targetGroup),
            targetGroupAttributes,
          ),
      },
    },
  },
  {
    type: attachmentType,
    identity: targetRef,
    fields: {
      target_group_arn: 'targetGroupArn',
      target_id: 'target.id',
      port: number('target.port'),
      availability_zone: 'target.availabilityZone',
    },
    parent: { type: 'aws_lb_target_group', keys: [{ arn: 'targetGroupArn' }] },
    calls: {
      RegisterTargets: { does: 'create', each: eachTarget },
      DeregisterTargets: { does: 'delete', each: eachTarget },
    },
  },
]);
