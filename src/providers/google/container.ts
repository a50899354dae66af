import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const cluster = 'projects/{project}/locations/{location}/clusters';

const node: GoogleFields = {
  machine_type: 'text',
  disk_size_gb: 'number',
  disk_type: 'text',
  image_type: 'text',
  labels: 'map',
  resource_labels: 'map',
  tags: 'list',
  oauth_scopes: 'set',
  service_account: 'text',
  preemptible: 'bool',
  spot: 'bool',
};

const autoscaling: GoogleFields = {
  min_node_count: 'number',
  max_node_count: 'number',
  total_min_node_count: 'number',
  total_max_node_count: 'number',
  location_policy: 'text',
};

const management: GoogleFields = { auto_repair: 'bool', auto_upgrade: 'bool' };

const authorized: GoogleFields = {
  cidr_blocks: { members: { cidr_block: 'text', display_name: 'text' } },
};

export const containerEntries = google('container.googleapis.com', [
  {
    type: 'google_container_cluster',
    identity: { path: `${cluster}/{name}`, given: { name: 'cluster.name' } },
    body: 'cluster',
    fields: {
      description: 'text',
      network: 'text',
      subnetwork: 'text',
      initial_node_count: 'number',
      resource_labels: 'map',
      logging_service: 'text',
      monitoring_service: 'text',
      release_channel: { one: { channel: 'text' } },
      network_policy: { one: { enabled: 'bool', provider: 'text' } },
      master_authorized_networks_config: { one: authorized },
      vertical_pod_autoscaling: { one: { enabled: 'bool' } },
    },
    defaults: { 'vertical_pod_autoscaling.enabled': false },
    parent: [
      { type: 'google_compute_subnetwork', link: 'subnetwork' },
      { type: 'google_compute_network', link: 'network' },
    ],
    calls: {
      'ClusterManager.CreateCluster': 'create',
      'ClusterManager.DeleteCluster': 'delete',
      'ClusterManager.SetLocations': 'touch',
      'ClusterManager.SetLabels': { set: { resource_labels: 'map' }, all: true },
      'ClusterManager.SetLoggingService': { set: { logging_service: 'text' } },
      'ClusterManager.SetMonitoringService': { set: { monitoring_service: 'text' } },
      'ClusterManager.UpdateMaster': {
        set: { min_master_version: { as: 'text', from: 'masterVersion' } },
      },
      'ClusterManager.UpdateCluster': {
        set: {
          min_master_version: { as: 'text', from: 'desiredMasterVersion' },
          logging_service: { as: 'text', from: 'desiredLoggingService' },
          monitoring_service: { as: 'text', from: 'desiredMonitoringService' },
          release_channel: { one: { channel: 'text' }, from: 'desiredReleaseChannel' },
          enable_intranode_visibility: {
            as: 'bool',
            from: 'desiredIntraNodeVisibilityConfig.enabled',
          },
          enable_shielded_nodes: { as: 'bool', from: 'desiredShieldedNodes.enabled' },
          vertical_pod_autoscaling: {
            one: { enabled: 'bool' },
            from: 'desiredVerticalPodAutoscaling',
            whole: true,
          },
          master_authorized_networks_config: {
            one: authorized,
            from: 'desiredMasterAuthorizedNetworksConfig',
          },
          database_encryption: {
            one: { state: 'text', key_name: 'text' },
            from: 'desiredDatabaseEncryption',
          },
        },
        body: 'update',
      },
    },
  },
  {
    type: 'google_container_node_pool',
    identity: { path: `${cluster}/{cluster}/nodePools/{name}`, given: { name: 'nodePool.name' } },
    importId: '{project}/{location}/{cluster}/{name}',
    body: 'nodePool',
    fields: {
      initial_node_count: 'number',
      node_locations: { as: 'set', from: 'locations' },
      version: 'text',
      max_pods_per_node: { as: 'number', from: 'maxPodsConstraint.maxPodsPerNode' },
      node_config: { one: node, from: 'config' },
      autoscaling: { one: autoscaling },
      management: { one: management },
      upgrade_settings: {
        one: { max_surge: 'number', max_unavailable: 'number', strategy: 'text' },
      },
    },
    parent: [{ type: 'google_container_cluster', path: `${cluster}/{cluster}` }],
    calls: {
      'ClusterManager.CreateNodePool': 'create',
      'ClusterManager.DeleteNodePool': 'delete',
      'ClusterManager.SetNodePoolSize': { set: { node_count: 'number' }, all: true },
      'ClusterManager.SetNodePoolAutoscaling': { set: { autoscaling: { one: autoscaling } } },
      'ClusterManager.SetNodePoolManagement': {
        set: { management: { one: management, whole: true } },
      },
      'ClusterManager.UpdateNodePool': {
        set: {
          version: { as: 'text', from: 'nodeVersion' },
          node_locations: { as: 'set', from: 'locations' },
          node_config: {
            one: {
              machine_type: 'text',
              image_type: 'text',
              disk_size_gb: 'number',
              disk_type: 'text',
              labels: { as: 'map', from: 'labels.labels' },
              tags: { as: 'list', from: 'tags.tags' },
            },
            from: '',
          },
          upgrade_settings: {
            one: { max_surge: 'number', max_unavailable: 'number' },
          },
        },
      },
    },
  },
]);
