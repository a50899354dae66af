import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject } from '../../model/json.ts';
import { toMapped } from '../catalog/convert.ts';
import { creationEntry } from '../catalog/creation.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import { listedValue } from '../catalog/listed-element.ts';
import { itemsAt, objectsAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, set, setMembers, textField, via } from '../catalog/sources.ts';
import { tagEffects, untagEffects } from '../catalog/tags.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  elbRef,
  loadBalancerAttributes,
  olderNames,
  elbService as service,
  tableEffects,
} from './elb.ts';

const lb = 'aws_lb';
const classic = 'aws_elb';
const types = [lb, ...(olderNames[lb] ?? []), classic];

/** Both generations share operations. The newer one names load balancers by ARN. */
function balancerRef({ request }: AuditEvent, estate: Estate): ResourceRef {
  const arn = textAt(request, 'loadBalancerArn');
  return arn === undefined
    ? refTo(classic, { name: textAt(request, 'loadBalancerName') })
    : (elbRef(arn, estate) ?? refTo(lb, { arn }));
}

const defaults = { internal: false, ip_address_type: 'ipv4', load_balancer_type: 'application' };

const internal = via('scheme', toMapped({ 'internet-facing': false, internal: true }));

function create(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const created = itemsAt(event.response, 'loadBalancers')[0];
  const arn = textAt(created, 'loadBalancerArn');
  const shared = { tags: 'tags', keys: [] };
  if (arn === undefined) {
    const name = requireText(event.request, 'loadBalancerName');
    const attributes: CatalogAttributes = {
      availability_zones: set('availabilityZones'),
      internal,
      name: 'loadBalancerName',
      security_groups: set('securityGroups'),
      subnets: set('subnets'),
    };
    const spec = { ...shared, type: classic, attributes, importId: () => name };
    return creationEntry(event, estate, spec, refTo(classic, { name }));
  }
  const attributes: CatalogAttributes = {
    internal,
    ip_address_type: 'ipAddressType',
    load_balancer_type: 'type',
    name: 'name',
    security_groups: set('securityGroups'),
    subnets: set('subnets'),
  };
  const spec = { ...shared, type: lb, attributes, defaults, importId: () => arn };
  return creationEntry(event, estate, spec, refTo(lb, { arn }));
}

const classicAttributes: CatalogAttributes = {
  connection_draining: bool('connectionDraining.enabled'),
  connection_draining_timeout: number('connectionDraining.timeout'),
  cross_zone_load_balancing: bool('crossZoneLoadBalancing.enabled'),
  idle_timeout: number('connectionSettings.idleTimeout'),
  'access_logs.0.bucket': 'accessLog.s3BucketName',
  'access_logs.0.bucket_prefix': 'accessLog.s3BucketPrefix',
  'access_logs.0.enabled': bool('accessLog.enabled'),
  'access_logs.0.interval': number('accessLog.emitInterval'),
};

function modifyAttributes(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = balancerRef(event, estate);
  if (ref.type !== classic) return tableEffects(event.request, ref, loadBalancerAttributes);
  const request = itemsAt(event.request, 'loadBalancerAttributes').find(isJsonObject) ?? {};
  return setMembers({ ...event, request }, ref, classicAttributes);
}

/** Subnets are given as plain ids, or in mappings to addresses. */
function setSubnets(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = balancerRef(event, estate);
  const mapped = objectsAt(event.request, 'subnetMappings').map((one) =>
    requireText(one, 'subnetId'),
  );
  const plain = textsAt(event.request, 'subnets');
  return [
    setEffect(ref, ['subnets'], [...new Set([...plain, ...mapped])].sort()),
    ...setMembers(event, ref, { ip_address_type: 'ipAddressType' }),
  ];
}

function taggedRefs(event: AuditEvent, estate: Estate): readonly ResourceRef[] {
  const arns = textsAt(event.request, 'resourceArns').map((arn) => elbRef(arn, estate));
  const names = textsAt(event.request, 'loadBalancerNames');
  return [
    ...arns.filter((ref) => ref !== undefined),
    ...names.map((name) => refTo(classic, { name })),
  ];
}

const taggedTypes = [
  classic,
  ...Object.entries(olderNames).flatMap(([type, older]) => [type, ...older]),
];

function addTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  return taggedRefs(event, estate).flatMap((ref) =>
    tagEffects(ref, itemsAt(event.request, 'tags')),
  );
}

function removeTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  return taggedRefs(event, estate).flatMap((ref) =>
    untagEffects(ref, [...itemsAt(event.request, 'tagKeys'), ...itemsAt(event.request, 'tags')]),
  );
}

const eachInstance = { in: 'instances', as: 'instance' };

/** The records have ids, or objects with ids. */
function instanceId({ request }: AuditEvent): string {
  return textAt(request, 'instance.instanceId') ?? requireText(request, 'instance');
}

const health: CatalogAttributes = {
  'health_check.0.healthy_threshold': number('healthCheck.healthyThreshold'),
  'health_check.0.interval': number('healthCheck.interval'),
  'health_check.0.target': 'healthCheck.target',
  'health_check.0.timeout': number('healthCheck.timeout'),
  'health_check.0.unhealthy_threshold': number('healthCheck.unhealthyThreshold'),
};

/** Load balancers of both generations. */
export const elbBalancerEntries = aws(service, [
  {
    type: lb,
    also: types,
    identity: balancerRef,
    defaults,
    calls: {
      CreateLoadBalancer: { special: create },
      DeleteLoadBalancer: 'delete',
      ModifyLoadBalancerAttributes: { special: modifyAttributes },
      SetSecurityGroups: { set: { security_groups: set('securityGroups') } },
      ApplySecurityGroupsToLoadBalancer: { set: { security_groups: set('securityGroups') } },
      SetSubnets: { special: setSubnets },
      SetIpAddressType: { set: { ip_address_type: 'ipAddressType' } },
    },
  },
  {
    type: classic,
    also: types,
    identity: balancerRef,
    calls: { ConfigureHealthCheck: { set: health } },
  },
  {
    type: 'aws_elb_attachment',
    identity: [{ elb: 'loadBalancerName', instance: instanceId }],
    fields: { elb: 'loadBalancerName', instance: textField(instanceId) },
    parent: { type: classic, keys: balancerRef },
    listings: [
      {
        type: classic,
        identity: balancerRef,
        argument: 'instances',
        element: listedValue(instanceId),
        has: 'assumed',
        by: 'elb',
      },
    ],
    calls: {
      RegisterInstancesWithLoadBalancer: { does: 'create', each: eachInstance },
      DeregisterInstancesFromLoadBalancer: { does: 'delete', each: eachInstance },
    },
  },
  {
    type: classic,
    also: taggedTypes,
    identity: balancerRef,
    calls: { AddTags: { special: addTags }, RemoveTags: { special: removeTags } },
  },
]);
