import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { listedBlock } from '../catalog/listed-element.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, response, set, textField } from '../catalog/sources.ts';
import { tagEffects, untagEffects } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { cleanName, route53Service, zone, zoneIdOf } from './route53-record.ts';

const healthCheck = 'aws_route53_health_check';
const association = 'aws_route53_zone_association';
const dnssec = 'aws_route53_hosted_zone_dnssec';
const queryLog = 'aws_route53_query_log';

function zoneRef(id: string): ResourceRef {
  return refTo(zone, { zone_id: zoneIdOf(id) });
}

function requestedZone({ request }: AuditEvent): ResourceRef {
  return zoneRef(textAt(request, 'hostedZoneId') ?? requireText(request, 'id'));
}

const vpcBlock: CatalogAttributes = { vpc_id: 'vpc.vpcId', vpc_region: 'vpc.vpcRegion' };

function requestedZoneId({ request }: AuditEvent): string {
  return zoneIdOf(requireText(request, 'hostedZoneId'));
}

const zonePartEntries: readonly CatalogEntry[] = [
  ...aws(route53Service, [
    {
      type: association,
      identity: [{ zone_id: requestedZoneId, vpc_id: 'vpc.vpcId' }],
      fields: { zone_id: textField(requestedZoneId), ...vpcBlock },
      importId: (event) => `${requestedZoneId(event)}:${requireText(event.request, 'vpc.vpcId')}`,
      parent: { type: zone, keys: requestedZone },
      listings: [
        {
          type: zone,
          identity: requestedZone,
          argument: 'vpc',
          element: listedBlock(vpcBlock, ['vpc_id']),
        },
      ],
      calls: { AssociateVPCWithHostedZone: 'create', DisassociateVPCFromHostedZone: 'delete' },
    },
    {
      type: dnssec,
      identity: [{ hosted_zone_id: requestedZoneId }],
      fields: {
        hosted_zone_id: textField(requestedZoneId),
        signing_status: textField(() => 'SIGNING'),
      },
      defaults: { signing_status: 'SIGNING' },
      importId: requestedZoneId,
      parent: { type: zone, keys: requestedZone },
      calls: {
        EnableHostedZoneDNSSEC: 'put',
        DisableHostedZoneDNSSEC: { to: { signing_status: 'NOT_SIGNING' } },
      },
    },
    {
      type: queryLog,
      identity: [{ id: 'id' }],
      created: [{ id: response('queryLoggingConfig.id') }],
      fields: {
        cloudwatch_log_group_arn: 'cloudWatchLogsLogGroupArn',
        zone_id: textField(requestedZoneId),
      },
      importId: response('queryLoggingConfig.id'),
      parent: { type: zone, keys: requestedZone },
      calls: {
        CreateQueryLoggingConfig: 'create',
        DeleteQueryLoggingConfig: 'delete',
      },
    },
  ]),
];

/**
 * Members that creating and changing a health check share; `prefix` is their path in the request.
 */
function healthAttributes(prefix: string): CatalogAttributes {
  return {
    child_health_threshold: number(`${prefix}healthThreshold`),
    child_healthchecks: set(`${prefix}childHealthChecks`),
    cloudwatch_alarm_name: `${prefix}alarmIdentifier.name`,
    cloudwatch_alarm_region: `${prefix}alarmIdentifier.region`,
    disabled: bool(`${prefix}disabled`),
    enable_sni: bool(`${prefix}enableSNI`),
    failure_threshold: number(`${prefix}failureThreshold`),
    fqdn: `${prefix}fullyQualifiedDomainName`,
    insufficient_data_health_status: `${prefix}insufficientDataHealthStatus`,
    invert_healthcheck: bool(`${prefix}inverted`),
    ip_address: `${prefix}ipAddress`,
    port: number(`${prefix}port`),
    regions: set(`${prefix}regions`),
    resource_path: `${prefix}resourcePath`,
    search_string: `${prefix}searchString`,
  };
}

/** The call both adds and removes tags. */
function changeTags(event: AuditEvent): readonly DraftEffect[] {
  const id = requireText(event.request, 'resourceId');
  const ref =
    textAt(event.request, 'resourceType') === 'healthcheck'
      ? refTo(healthCheck, { id })
      : zoneRef(id);
  return [
    ...tagEffects(ref, requestAt(event.request, 'addTags')),
    ...untagEffects(ref, requestAt(event.request, 'removeTagKeys')),
  ];
}

export const route53ZoneEntries: readonly CatalogEntry[] = [
  ...aws(route53Service, [
    {
      type: zone,
      identity: requestedZone,
      created: ({ response }) => zoneRef(requireText(response, 'hostedZone.id')),
      fields: {
        name: textField(({ request }) => cleanName(requireText(request, 'name'))),
        comment: 'hostedZoneConfig.comment',
        delegation_set_id: 'delegationSetId',
        'vpc.0.vpc_id': 'vpc.vpcId',
        'vpc.0.vpc_region': 'vpc.vpcRegion',
      },
      importId: ({ response }) => zoneIdOf(requireText(response, 'hostedZone.id')),
      calls: {
        CreateHostedZone: 'create',
        // Route 53 deletes the comment if the call has none.
        UpdateHostedZoneComment: { does: 'replace', fields: { comment: 'comment' } },
        DeleteHostedZone: 'delete',
      },
      resets: { comment: '' },
    },
  ]),
  ...zonePartEntries,
  ...aws(route53Service, [
    {
      type: healthCheck,
      identity: [{ id: 'healthCheckId' }],
      created: [{ id: response('healthCheck.id') }],
      fields: {
        ...healthAttributes('healthCheckConfig.'),
        measure_latency: bool('healthCheckConfig.measureLatency'),
        request_interval: number('healthCheckConfig.requestInterval'),
        routing_control_arn: 'healthCheckConfig.routingControlArn',
        type: 'healthCheckConfig.type',
      },
      defaults: { disabled: false, invert_healthcheck: false, measure_latency: false },
      importId: response('healthCheck.id'),
      calls: {
        CreateHealthCheck: 'create',
        UpdateHealthCheck: { set: healthAttributes('') },
        DeleteHealthCheck: 'delete',
      },
    },
    { ignores: ['TestDNSAnswer'] },
  ]),
  ...untabled(route53Service, [zone, healthCheck], {
    ChangeTagsForResource: changeTags,
  }),
];
