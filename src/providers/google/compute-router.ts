import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { createEffect, deleteEffect, unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { googleFieldPaths } from './field-kinds.ts';
import { everything, fieldEffects, type GoogleFields } from './fields.ts';
import { google, googleRefOf } from './google.ts';
import { memberValueAt, textIn } from './members.ts';
import { namesIn } from './names.ts';
import { nonDefaultAttributes } from './non-default-attributes.ts';
import type { GoogleType } from './spec.ts';

const service = 'compute.googleapis.com';

const router: GoogleType = {
  type: 'google_compute_router',
  identity: { path: 'projects/{project}/regions/{region}/routers/{name}' },
  fields: {
    description: 'text',
    network: 'link',
    bgp: {
      one: {
        asn: 'number',
        advertise_mode: 'text',
        advertised_groups: 'list',
        keepalive_interval: 'number',
        advertised_ip_ranges: { many: { range: 'text', description: 'text' } },
      },
    },
  },
  parent: [{ type: 'google_compute_network', link: 'network' }],
  defaults: { 'bgp.advertise_mode': 'DEFAULT', 'bgp.keepalive_interval': 20 },
  calls: {
    'routers.insert': 'create',
    'routers.delete': 'delete',
  },
};

const nat: GoogleFields = {
  nat_ip_allocate_option: 'text',
  nat_ips: { as: 'links', from: 'natIps' },
  source_subnetwork_ip_ranges_to_nat: 'text',
  min_ports_per_vm: 'number',
  max_ports_per_vm: 'number',
  enable_dynamic_port_allocation: 'bool',
  enable_endpoint_independent_mapping: 'bool',
  icmp_idle_timeout_sec: 'number',
  tcp_established_idle_timeout_sec: 'number',
  tcp_transitory_idle_timeout_sec: 'number',
  udp_idle_timeout_sec: 'number',
  log_config: { one: { enable: 'bool', filter: 'text' } },
};

const natDefaults: JsonObject = {
  enable_dynamic_port_allocation: false,
  icmp_idle_timeout_sec: 30,
  tcp_established_idle_timeout_sec: 1200,
  tcp_transitory_idle_timeout_sec: 30,
  udp_idle_timeout_sec: 30,
};

/** A router's NATs are members of the router in the API; Terraform has a resource for each. */
function changeRouter(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = googleRefOf(router, event);
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const managed = estate.find(resource);
  const reading = { resource, managed, project: event.scope, scope: everything };
  const own = fieldEffects(reading, router.fields, event.request);
  const nats = memberValueAt(event.request, 'nats');
  return isJsonArray(nats) ? [...own, ...natEffects(event, estate, nats)] : own;
}

function natEffects(
  event: AuditEvent,
  estate: Estate,
  nats: readonly Json[],
): readonly DraftEffect[] {
  const { project = '', region = '', name: of = '' } = namesIn(event, router.identity.path);
  const refTo = (name: string): DraftEffect['resource'] => ({
    type: 'google_compute_router_nat',
    keys: [{ id: `${project}/${region}/${of}/${name}` }, { project, region, router: of, name }],
  });
  const live = nats.filter(isJsonObject);
  const names = live.map((one) => textIn(one, 'name') ?? '');
  const gone = ofRouter(estate, project, region, of).filter(
    ({ attributes }) => !names.includes(String(attributes['name'])),
  );
  return [
    ...gone.map(({ attributes }) => deleteEffect(refTo(String(attributes['name'])))),
    ...live.flatMap((one, index) => {
      const name = names[index] ?? '';
      if (name === '') return [];
      const resource = refTo(name);
      const managed = estate.find(resource);
      const reading = { resource, managed, project: event.scope, scope: everything };
      const sets = fieldEffects(reading, nat, one);
      if (managed !== undefined) return sets;
      const attributes = nonDefaultAttributes(attributesFrom(sets), natDefaults);
      return [
        createEffect(
          resource,
          { name, router: of, region, ...attributes },
          {
            importId: `projects/${project}/regions/${region}/routers/${of}/${name}`,
            parent: googleRefOf(router, event),
          },
        ),
      ];
    }),
  ];
}

function ofRouter(
  estate: Estate,
  project: string,
  region: string,
  router: string,
): readonly ManagedResource[] {
  return estate
    .where('google_compute_router_nat', 'router', router)
    .filter(
      ({ attributes }) => attributes['project'] === project && attributes['region'] === region,
    );
}

export const routerEntries: readonly CatalogEntry[] = [
  ...google(service, [router]),
  {
    service,
    operations: ['routers.patch', 'routers.update'],
    types: [router.type],
    paths: googleFieldPaths(router.fields),
    effects: changeRouter,
  },
  {
    service,
    operations: [],
    types: ['google_compute_router_nat'],
    paths: googleFieldPaths(nat),
    defaults: natDefaults,
    effects: () => [],
  },
];
