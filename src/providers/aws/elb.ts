import type { ResourceRef } from '../../model/effect.ts';
import { type Json, own } from '../../model/json.ts';
import { type AttributePath, dottedPath } from '../../model/path.ts';
import { splitArn } from '../catalog/arn.ts';
import type { Converter } from '../catalog/convert.ts';
import { toBool, toNumber, toText } from '../catalog/convert.ts';
import { refTo, setLogged } from '../catalog/effects.ts';
import { firstManaged } from '../catalog/naming.ts';
import { objectsAt, requestAt, requireText } from '../catalog/request.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';

export const elbService = 'elasticloadbalancing.amazonaws.com';

/** Key of an attribute in the API -> path and type in Terraform. */
export type AttributeTable = Readonly<Record<string, readonly [path: string, as: Converter]>>;

export const loadBalancerAttributes: AttributeTable = {
  'access_logs.s3.bucket': ['access_logs.0.bucket', toText],
  'access_logs.s3.enabled': ['access_logs.0.enabled', toBool],
  'access_logs.s3.prefix': ['access_logs.0.prefix', toText],
  'client_keep_alive.seconds': ['client_keep_alive', toNumber],
  'connection_logs.s3.bucket': ['connection_logs.0.bucket', toText],
  'connection_logs.s3.enabled': ['connection_logs.0.enabled', toBool],
  'connection_logs.s3.prefix': ['connection_logs.0.prefix', toText],
  'deletion_protection.enabled': ['enable_deletion_protection', toBool],
  'dns_record.client_routing_policy': ['dns_record_client_routing_policy', toText],
  'idle_timeout.timeout_seconds': ['idle_timeout', toNumber],
  'load_balancing.cross_zone.enabled': ['enable_cross_zone_load_balancing', toBool],
  'routing.http.desync_mitigation_mode': ['desync_mitigation_mode', toText],
  'routing.http.drop_invalid_header_fields.enabled': ['drop_invalid_header_fields', toBool],
  'routing.http.preserve_host_header.enabled': ['preserve_host_header', toBool],
  'routing.http.x_amzn_tls_version_and_cipher_suite.enabled': [
    'enable_tls_version_and_cipher_suite_headers',
    toBool,
  ],
  'routing.http.xff_client_port.enabled': ['enable_xff_client_port', toBool],
  'routing.http.xff_header_processing.mode': ['xff_header_processing_mode', toText],
  'routing.http2.enabled': ['enable_http2', toBool],
  'waf.fail_open.enabled': ['enable_waf_fail_open', toBool],
  'zonal_shift.config.enabled': ['enable_zonal_shift', toBool],
};

export const targetGroupAttributes: AttributeTable = {
  'deregistration_delay.connection_termination.enabled': ['connection_termination', toBool],
  'deregistration_delay.timeout_seconds': ['deregistration_delay', toText],
  'lambda.multi_value_headers.enabled': ['lambda_multi_value_headers_enabled', toBool],
  'load_balancing.algorithm.anomaly_mitigation': ['load_balancing_anomaly_mitigation', toText],
  'load_balancing.algorithm.type': ['load_balancing_algorithm_type', toText],
  'load_balancing.cross_zone.enabled': ['load_balancing_cross_zone_enabled', toText],
  'preserve_client_ip.enabled': ['preserve_client_ip', toText],
  'proxy_protocol_v2.enabled': ['proxy_protocol_v2', toBool],
  'slow_start.duration_seconds': ['slow_start', toNumber],
  'stickiness.app_cookie.cookie_name': ['stickiness.0.cookie_name', toText],
  'stickiness.app_cookie.duration_seconds': ['stickiness.0.cookie_duration', toNumber],
  'stickiness.enabled': ['stickiness.0.enabled', toBool],
  'stickiness.lb_cookie.duration_seconds': ['stickiness.0.cookie_duration', toNumber],
  'stickiness.type': ['stickiness.0.type', toText],
};

export const listenerAttributes: AttributeTable = {
  'routing.http.response.server.enabled': ['routing_http_response_server_enabled', toBool],
  'tcp.idle_timeout.seconds': ['tcp_idle_timeout_seconds', toNumber],
};

/** A `set` effect for each `{key, value}` of the request whose key is in the table. */
export function tableEffects(
  request: Json,
  resource: ResourceRef,
  table: AttributeTable,
): readonly DraftEffect[] {
  return objectsAt(request, 'attributes').flatMap((attribute) => {
    const key = requireText(attribute, 'key');
    const entry = own(table, key);
    const value = requestAt(attribute, 'value');
    if (entry === undefined || value === undefined) return [];
    const path: AttributePath = dottedPath(entry[0]);
    return [setLogged(resource, path, value, entry[1])];
  });
}

/** First word of the resource in an ARN -> type. */
const typesByKind: Readonly<Record<string, string>> = {
  listener: 'aws_lb_listener',
  'listener-rule': 'aws_lb_listener_rule',
  loadbalancer: 'aws_lb',
  targetgroup: 'aws_lb_target_group',
};

/** The older names of the types, still in use. */
export const olderNames: Readonly<Record<string, readonly string[]>> = {
  aws_lb: ['aws_alb'],
  aws_lb_listener: ['aws_alb_listener'],
  aws_lb_listener_rule: ['aws_alb_listener_rule'],
  aws_lb_target_group: ['aws_alb_target_group'],
};

/** The resource with an ARN, of the type under whichever name the code uses. */
export function elbRef(arn: string, estate: Estate): ResourceRef | undefined {
  const kind = splitArn(arn)?.resource.split('/')[0] ?? '';
  const type = own(typesByKind, kind);
  if (type === undefined) return undefined;
  const older = (olderNames[type] ?? []).map((name) => refTo(name, { arn }));
  return firstManaged(estate, refTo(type, { arn }), ...older);
}
