import type { CatalogEntry } from '../catalog/types.ts';
import { googleAddressEntries } from './compute-address.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';
import type { GoogleType } from './spec.ts';

const global = 'projects/{project}/global';
const regional = 'projects/{project}/regions/{region}';

type Kind = Pick<GoogleType, 'type' | 'identity' | 'calls'>;

/** The global and the regional form of a type, whose calls differ only in their collection. */
function kindsOf(stem: string, path: string, collection: string, regionOne: string): [Kind, Kind] {
  const kind = (type: string, base: string, calls: string): Kind => ({
    type,
    identity: { path: `${base}/${path}/{name}` },
    calls: {
      [`${calls}.insert`]: 'create',
      [`${calls}.patch`]: 'patch',
      [`${calls}.update`]: 'replace',
      [`${calls}.delete`]: 'delete',
    },
  });
  return [
    kind(`google_compute_${stem}`, global, collection),
    kind(`google_compute_region_${stem}`, regional, regionOne),
  ];
}

const check: GoogleFields = {
  port: 'number',
  port_name: 'text',
  port_specification: 'text',
  proxy_header: 'text',
};
const web: GoogleFields = { ...check, host: 'text', request_path: 'text', response: 'text' };
const raw: GoogleFields = { ...check, request: 'text', response: 'text' };

const healthCheck: GoogleFields = {
  description: 'text',
  check_interval_sec: 'number',
  timeout_sec: 'number',
  healthy_threshold: 'number',
  unhealthy_threshold: 'number',
  http_health_check: { one: web },
  https_health_check: { one: web },
  http2_health_check: { one: web },
  tcp_health_check: { one: raw },
  ssl_health_check: { one: raw },
  grpc_health_check: {
    one: {
      port: 'number',
      port_name: 'text',
      port_specification: 'text',
      grpc_service_name: 'text',
    },
  },
  log_config: { one: { enable: 'bool' } },
};

const backend: GoogleFields = {
  group: 'link',
  balancing_mode: 'text',
  capacity_scaler: 'number',
  description: 'text',
  max_connections: 'number',
  max_connections_per_instance: 'number',
  max_rate: 'number',
  max_rate_per_instance: 'number',
  max_utilization: 'number',
};

const backendService: GoogleFields = {
  description: 'text',
  connection_draining_timeout_sec: { as: 'number', from: 'connectionDraining.drainingTimeoutSec' },
  custom_request_headers: 'set',
  custom_response_headers: 'set',
  health_checks: 'links',
  load_balancing_scheme: 'text',
  locality_lb_policy: 'text',
  port_name: 'text',
  protocol: 'text',
  session_affinity: 'text',
  affinity_cookie_ttl_sec: 'number',
  timeout_sec: 'number',
  enable_cdn: { as: 'bool', from: 'enableCDN' },
  backend: { members: backend, from: 'backends' },
  log_config: { one: { enable: 'bool', sample_rate: 'number' } },
};

const {
  enable_cdn: _cdn,
  custom_request_headers: _request,
  custom_response_headers: _response,
  ...common
} = backendService;

const urlMap: GoogleFields = {
  description: 'text',
  default_service: 'link',
  host_rule: {
    members: { description: 'text', hosts: 'set', path_matcher: 'text' },
    from: 'hostRules',
  },
  path_matcher: {
    many: {
      name: 'text',
      description: 'text',
      default_service: 'link',
      path_rule: { many: { paths: 'set', service: 'link' }, from: 'pathRules' },
    },
    from: 'pathMatchers',
  },
};

const forwarding: GoogleFields = {
  description: 'text',
  ip_address: { as: 'text', from: 'IPAddress' },
  ip_protocol: { as: 'text', from: 'IPProtocol' },
  labels: 'labels',
  load_balancing_scheme: 'text',
  network: 'link',
  subnetwork: 'link',
  network_tier: 'text',
  port_range: 'text',
  target: 'link',
};

const forwardingCalls = (collection: string): GoogleType['calls'] => ({
  [`${collection}.setTarget`]: { set: { target: 'link' } },
  [`${collection}.setLabels`]: { set: { labels: 'labels' }, all: true },
});

const [globalCheck, regionalCheck] = kindsOf(
  'health_check',
  'healthChecks',
  'healthChecks',
  'regionHealthChecks',
);
const [globalService, regionalService] = kindsOf(
  'backend_service',
  'backendServices',
  'backendServices',
  'regionBackendServices',
);
const [globalMap, regionalMap] = kindsOf('url_map', 'urlMaps', 'urlMaps', 'regionUrlMaps');

const checkDefaults = {
  check_interval_sec: 5,
  timeout_sec: 5,
  healthy_threshold: 2,
  unhealthy_threshold: 2,
};
const serviceParents = [
  { type: 'google_compute_health_check', link: 'healthChecks.0' },
  { type: 'google_compute_region_health_check', link: 'healthChecks.0' },
];

export const computeBalancerEntries: readonly CatalogEntry[] = [
  ...google('compute.googleapis.com', [
    { ...globalCheck, fields: healthCheck, defaults: checkDefaults },
    { ...regionalCheck, fields: healthCheck, defaults: checkDefaults },
    {
      ...globalService,
      fields: backendService,
      calls: {
        ...globalService.calls,
        'backendServices.setSecurityPolicy': { set: { security_policy: 'link' } },
      },
      defaults: { enable_cdn: false, load_balancing_scheme: 'EXTERNAL' },
      parent: serviceParents,
    },
    { ...regionalService, fields: common, parent: serviceParents },
    {
      ...globalMap,
      fields: urlMap,
      replaces: ['description', 'host_rule', 'path_matcher'],
      parent: [{ type: 'google_compute_backend_service', link: 'defaultService' }],
    },
    {
      ...regionalMap,
      fields: urlMap,
      replaces: ['description', 'host_rule', 'path_matcher'],
      parent: [{ type: 'google_compute_region_backend_service', link: 'defaultService' }],
    },
    {
      type: 'google_compute_forwarding_rule',
      identity: { path: `${regional}/forwardingRules/{name}` },
      fields: {
        ...forwarding,
        all_ports: 'bool',
        allow_global_access: 'bool',
        backend_service: 'link',
        ports: 'set',
      },
      defaults: { load_balancing_scheme: 'EXTERNAL' },
      parent: [{ type: 'google_compute_region_backend_service', link: 'backendService' }],
      calls: {
        'forwardingRules.insert': 'create',
        'forwardingRules.patch': 'patch',
        'forwardingRules.delete': 'delete',
        ...forwardingCalls('forwardingRules'),
      },
    },
    {
      type: 'google_compute_global_forwarding_rule',
      identity: { path: `${global}/forwardingRules/{name}` },
      fields: forwarding,
      defaults: { load_balancing_scheme: 'EXTERNAL' },
      calls: {
        'globalForwardingRules.insert': 'create',
        'globalForwardingRules.patch': 'patch',
        'globalForwardingRules.delete': 'delete',
        ...forwardingCalls('globalForwardingRules'),
      },
    },
  ]),
  ...googleAddressEntries,
];
