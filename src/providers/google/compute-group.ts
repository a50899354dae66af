import type { CatalogEntry } from '../catalog/types.ts';
import { machine } from './compute-instance.ts';
import type { GoogleFields } from './fields.ts';
import { type GoogleType, google } from './google.ts';

const service = 'compute.googleapis.com';

const percentOrFixed = (attribute: string, from: string): GoogleFields => ({
  [`${attribute}_fixed`]: { as: 'number', from: `${from}.fixed` },
  [`${attribute}_percent`]: { as: 'number', from: `${from}.percent` },
});

const manager = (
  type: string,
  collection: string,
  path: string,
): Pick<
  GoogleType,
  | 'touch'
  | 'type'
  | 'service'
  | 'path'
  | 'create'
  | 'patch'
  | 'put'
  | 'delete'
  | 'setters'
  | 'fields'
  | 'parents'
> => ({
  type,
  service,
  path,
  create: [`${collection}.insert`],
  patch: [`${collection}.patch`],
  put: [`${collection}.update`],
  delete: [`${collection}.delete`],
  // They change how many instances there are, by how many they name.
  touch: [
    `${collection}.abandonInstances`,
    `${collection}.createInstances`,
    `${collection}.deleteInstances`,
    `${collection}.setTargetPools`,
  ],
  fields: {
    base_instance_name: 'text',
    description: 'text',
    target_size: 'number',
    target_pools: 'links',
    version: {
      many: {
        name: 'text',
        instance_template: 'link',
        target_size: { one: { fixed: 'number', percent: 'number' } },
      },
      from: 'versions',
    },
    named_port: { members: { name: 'text', port: 'number' }, from: 'namedPorts' },
    auto_healing_policies: {
      many: { health_check: 'link', initial_delay_sec: 'number' },
    },
    update_policy: {
      one: {
        type: 'text',
        minimal_action: 'text',
        most_disruptive_allowed_action: 'text',
        replacement_method: 'text',
        ...percentOrFixed('max_surge', 'maxSurge'),
        ...percentOrFixed('max_unavailable', 'maxUnavailable'),
      },
    },
  },
  setters: [
    {
      operations: [`${collection}.resize`],
      fields: { target_size: { as: 'number', from: 'size' } },
    },
    {
      operations: [`${collection}.setInstanceTemplate`],
      fields: {
        version: { one: { instance_template: 'link' }, from: '' },
      },
    },
  ],
  parents: [{ type: 'google_compute_instance_template', link: 'versions.0.instanceTemplate' }],
});

const autoscaler = (
  type: string,
  collection: string,
  path: string,
): Omit<GoogleType, 'parents' | 'defaults'> => ({
  type,
  service,
  path,
  // A patch names the autoscaler in its body only.
  given: { name: 'name' },
  create: [`${collection}.insert`],
  patch: [`${collection}.patch`],
  put: [`${collection}.update`],
  delete: [`${collection}.delete`],
  fields: {
    description: 'text',
    target: 'link',
    autoscaling_policy: {
      one: {
        cooldown_period: { as: 'number', from: 'coolDownPeriodSec' },
        max_replicas: { as: 'number', from: 'maxNumReplicas' },
        min_replicas: { as: 'number', from: 'minNumReplicas' },
        mode: 'text',
        cpu_utilization: {
          one: {
            target: { as: 'number', from: 'utilizationTarget' },
            predictive_method: 'text',
          },
        },
        load_balancing_utilization: {
          one: { target: { as: 'number', from: 'utilizationTarget' } },
        },
      },
    },
  },
});

const groupDefaults = {
  'update_policy.type': 'OPPORTUNISTIC',
  'autoscaling_policy.mode': 'ON',
  'autoscaling_policy.cooldown_period': 60,
  'autoscaling_policy.cpu_utilization.predictive_method': 'NONE',
};

const zonal = 'projects/{project}/zones/{zone}';
const regional = 'projects/{project}/regions/{region}';

/** The group that an autoscaler scales. */
const target = (type: string) => ({ type, link: 'target' }) as const;

export const groupEntries: readonly CatalogEntry[] = [
  ...google({
    ...manager(
      'google_compute_instance_group_manager',
      'instanceGroupManagers',
      `${zonal}/instanceGroupManagers/{name}`,
    ),
  }),
  ...google({
    ...manager(
      'google_compute_region_instance_group_manager',
      'regionInstanceGroupManagers',
      `${regional}/instanceGroupManagers/{name}`,
    ),
  }),
  ...google({
    ...autoscaler('google_compute_autoscaler', 'autoscalers', `${zonal}/autoscalers/{name}`),
    defaults: groupDefaults,
    parents: [target('google_compute_instance_group_manager')],
  }),
  ...google({
    ...autoscaler(
      'google_compute_region_autoscaler',
      'regionAutoscalers',
      `${regional}/autoscalers/{name}`,
    ),
    defaults: groupDefaults,
    parents: [target('google_compute_region_instance_group_manager')],
  }),
  ...google({
    type: 'google_compute_instance_template',
    service,
    path: 'projects/{project}/global/instanceTemplates/{name}',
    body: 'properties',
    given: { name: 'name' },
    create: ['instanceTemplates.insert'],
    delete: ['instanceTemplates.delete'],
    fields: {
      ...machine,
      disk: {
        many: {
          auto_delete: 'bool',
          boot: 'bool',
          device_name: 'text',
          disk_size_gb: { as: 'number', from: 'initializeParams.diskSizeGb' },
          disk_type: { as: 'short', from: 'initializeParams.diskType' },
          source_image: { as: 'link', from: 'initializeParams.sourceImage' },
          source: 'link',
          mode: 'text',
          type: 'text',
        },
        from: 'disks',
      },
    },
    defaults: { can_ip_forward: false, 'disk.auto_delete': true },
    parents: [
      { type: 'google_compute_subnetwork', link: 'networkInterfaces.0.subnetwork' },
      { type: 'google_compute_network', link: 'networkInterfaces.0.network' },
    ],
  }),
];
