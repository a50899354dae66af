import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, response, set, textField } from '../catalog/sources.ts';
import { tagEffects, untagEffects } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
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

interface Vpc {
  readonly zone: ResourceRef;
  readonly zoneId: string;
  readonly vpcId: string;
  readonly block: JsonObject;
  /** The association as a separate resource. */
  readonly own: ResourceRef;
  /** True if the zone lists its VPCs itself. */
  readonly inline: boolean;
}

function vpcOf(event: AuditEvent, estate: Estate): Vpc {
  const ref = requestedZone(event);
  const zoneId = zoneIdOf(requireText(event.request, 'hostedZoneId'));
  const vpcId = requireText(event.request, 'vpc.vpcId');
  const region = textAt(event.request, 'vpc.vpcRegion');
  const own = refTo(association, { zone_id: zoneId, vpc_id: vpcId });
  return {
    zone: ref,
    zoneId,
    vpcId,
    block: { vpc_id: vpcId, ...(region === undefined ? {} : { vpc_region: region }) },
    own,
    inline: estate.find(own) === undefined && estate.find(ref)?.declares('vpc') === true,
  };
}

function associate(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { zone: parent, zoneId, vpcId, block, own, inline } = vpcOf(event, estate);
  if (inline) return [addEffect(parent, ['vpc'], block)];
  return [
    createEffect(own, { zone_id: zoneId, ...block }, { importId: `${zoneId}:${vpcId}`, parent }),
  ];
}

function disassociate(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { zone: ref, vpcId, own, inline } = vpcOf(event, estate);
  return inline ? [removeEffect(ref, ['vpc'], { vpc_id: vpcId })] : [deleteEffect(own)];
}

const zonePartEntries: readonly CatalogEntry[] = [
  ...untabled(route53Service, [zone, association], {
    AssociateVPCWithHostedZone: associate,
    DisassociateVPCFromHostedZone: disassociate,
  }),
  ...aws(route53Service, [
    {
      type: dnssec,
      identity: ({ request }) =>
        refTo(dnssec, { hosted_zone_id: zoneIdOf(requireText(request, 'hostedZoneId')) }),
      fields: {
        hosted_zone_id: textField(({ request }) => zoneIdOf(requireText(request, 'hostedZoneId'))),
        signing_status: textField(() => 'SIGNING'),
      },
      defaults: { signing_status: 'SIGNING' },
      importId: ({ request }) => zoneIdOf(requireText(request, 'hostedZoneId')),
      parent: { type: zone, keys: requestedZone },
      calls: {
        EnableHostedZoneDNSSEC: 'put',
        DisableHostedZoneDNSSEC: {
          special: ({ request }) => {
            const hosted_zone_id = zoneIdOf(requireText(request, 'hostedZoneId'));
            return [
              setEffect(refTo(dnssec, { hosted_zone_id }), ['signing_status'], 'NOT_SIGNING'),
            ];
          },
        },
      },
    },
    {
      type: queryLog,
      identity: [{ id: 'id' }],
      created: [{ id: response('queryLoggingConfig.id') }],
      fields: {
        cloudwatch_log_group_arn: 'cloudWatchLogsLogGroupArn',
        zone_id: textField(({ request }) => zoneIdOf(requireText(request, 'hostedZoneId'))),
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
