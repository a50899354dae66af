import { machine } from './compute-instance.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';
import type { GoogleType } from './spec.ts';

const service = 'compute.googleapis.com';

const percentOrFixed = (attribute: string, from: string): GoogleFields => ({
  [`${attribute}_fixed`]: { as: 'number', from: `${from}.fixed` },
  [`${attribute}_percent`]: { as: 'number', from: `${from}.percent` },
});

const manager = (type: string, collection: string, path: string): Omit<GoogleType, 'defaults'> => ({
  type,
  identity: { path },
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
  parent: [{ type: 'google_compute_instance_template', link: 'versions.0.instanceTemplate' }],
  calls: {
    [`${collection}.insert`]: 'create',
    [`${collection}.patch`]: 'patch',
    [`${collection}.update`]: 'replace',
    [`${collection}.delete`]: 'delete',
    [`${collection}.abandonInstances`]: 'touch',
    [`${collection}.createInstances`]: 'touch',
    [`${collection}.deleteInstances`]: 'touch',
    [`${collection}.setTargetPools`]: 'touch',
    [`${collection}.resize`]: { set: { target_size: { as: 'number', from: 'size' } } },
    [`${collection}.setInstanceTemplate`]: {
      set: {
        version: { one: { instance_template: 'link' }, from: '' },
      },
    },
  },
});

const autoscaler = (
  type: string,
  collection: string,
  path: string,
): Omit<GoogleType, 'parent' | 'defaults'> => ({
  type,
  identity: { path, given: { name: 'name' } },
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
  calls: {
    [`${collection}.insert`]: 'create',
    [`${collection}.patch`]: 'patch',
    [`${collection}.update`]: 'replace',
    [`${collection}.delete`]: 'delete',
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

/** The instance group that an autoscaler scales. */
const target = (type: string) => ({ type, link: 'target' }) as const;

export const groupEntries = google(service, [
  manager(
    'google_compute_instance_group_manager',
    'instanceGroupManagers',
    `${zonal}/instanceGroupManagers/{name}`,
  ),
  manager(
    'google_compute_region_instance_group_manager',
    'regionInstanceGroupManagers',
    `${regional}/instanceGroupManagers/{name}`,
  ),
  {
    ...autoscaler('google_compute_autoscaler', 'autoscalers', `${zonal}/autoscalers/{name}`),
    defaults: groupDefaults,
    parent: [target('google_compute_instance_group_manager')],
  },
  {
    ...autoscaler(
      'google_compute_region_autoscaler',
      'regionAutoscalers',
      `${regional}/autoscalers/{name}`,
    ),
    defaults: groupDefaults,
    parent: [target('google_compute_region_instance_group_manager')],
  },
  {
    type: 'google_compute_instance_template',
    identity: {
      path: 'projects/{project}/global/instanceTemplates/{name}',
      given: { name: 'name' },
    },
    body: 'properties',
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
    parent: [
      { type: 'google_compute_subnetwork', link: 'networkInterfaces.0.subnetwork' },
      { type: 'google_compute_network', link: 'networkInterfaces.0.network' },
    ],
    calls: {
      'instanceTemplates.insert': 'create',
      'instanceTemplates.delete': 'delete',
    },
  },
]);
