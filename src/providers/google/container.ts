import type { CatalogEntry } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const service = 'container.googleapis.com';
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

export const containerEntries: readonly CatalogEntry[] = [
  ...google({
    type: 'google_container_cluster',
    service,
    path: `${cluster}/{name}`,
    given: { name: 'cluster.name' },
    body: 'cluster',
    create: ['ClusterManager.CreateCluster'],
    delete: ['ClusterManager.DeleteCluster'],
    // Its zones are all of them here, and those beside its own in Terraform.
    touch: ['ClusterManager.SetLocations'],
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
    setters: [
      {
        operations: ['ClusterManager.SetLabels'],
        fields: { resource_labels: 'map' },
        all: true,
      },
      {
        operations: ['ClusterManager.SetLoggingService'],
        fields: { logging_service: 'text' },
      },
      {
        operations: ['ClusterManager.SetMonitoringService'],
        fields: { monitoring_service: 'text' },
      },
      {
        operations: ['ClusterManager.UpdateMaster'],
        fields: { min_master_version: { as: 'text', from: 'masterVersion' } },
      },
      {
        operations: ['ClusterManager.UpdateCluster'],
        body: 'update',
        fields: {
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
      },
    ],
    defaults: { 'vertical_pod_autoscaling.enabled': false },
    parents: [
      { type: 'google_compute_subnetwork', link: 'subnetwork' },
      { type: 'google_compute_network', link: 'network' },
    ],
  }),
  ...google({
    type: 'google_container_node_pool',
    service,
    path: `${cluster}/{cluster}/nodePools/{name}`,
    given: { name: 'nodePool.name' },
    importId: '{project}/{location}/{cluster}/{name}',
    body: 'nodePool',
    create: ['ClusterManager.CreateNodePool'],
    delete: ['ClusterManager.DeleteNodePool'],
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
    setters: [
      {
        operations: ['ClusterManager.SetNodePoolSize'],
        fields: { node_count: 'number' },
        all: true,
      },
      {
        operations: ['ClusterManager.SetNodePoolAutoscaling'],
        fields: { autoscaling: { one: autoscaling } },
      },
      {
        operations: ['ClusterManager.SetNodePoolManagement'],
        fields: { management: { one: management, whole: true } },
      },
      {
        operations: ['ClusterManager.UpdateNodePool'],
        fields: {
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
    ],
    parents: [{ type: 'google_container_cluster', path: `${cluster}/{cluster}` }],
  }),
];
