import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, list, map, number, set, textField, via } from '../catalog/sources.ts';
import { objectsIn, toEnabled, toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { ancestorId, azureIdentity, grouped, nested, tracked } from './spec.ts';

/**
 * Node pools have the same settings in the body of a cluster and, below `root`, in a body of their
 * own.
 */
function pool(root: string): CatalogAttributes {
  const from = (name: string): string => (root === '' ? name : `${root}.${name}`);
  return {
    auto_scaling_enabled: bool(from('enableAutoScaling')),
    fips_enabled: bool(from('enableFIPS')),
    host_encryption_enabled: bool(from('enableEncryptionAtHost')),
    max_count: number(from('maxCount')),
    max_pods: number(from('maxPods')),
    min_count: number(from('minCount')),
    node_count: number(from('count')),
    node_labels: map(from('nodeLabels')),
    node_public_ip_enabled: bool(from('enableNodePublicIP')),
    orchestrator_version: textField(from('orchestratorVersion')),
    os_disk_size_gb: number(from('osDiskSizeGB')),
    os_disk_type: textField(from('osDiskType')),
    os_sku: textField(from('osSKU')),
    tags: map(from('tags')),
    'upgrade_settings.0.max_surge': textField(from('upgradeSettings.maxSurge')),
    vm_size: textField(from('vmSize')),
    vnet_subnet_id: textField(from('vnetSubnetID')),
    zones: set(from('availabilityZones')),
  };
}

const ofPool: CatalogAttributes = {
  ...pool('properties'),
  eviction_policy: textField('properties.scaleSetEvictionPolicy'),
  mode: via('properties.mode', toSpelling('System', 'User')),
  node_taints: list('properties.nodeTaints'),
  os_type: via('properties.osType', toSpelling('Linux', 'Windows')),
  priority: textField('properties.scaleSetPriority'),
};

/**
 * The pool that Terraform calls the default one: the first of mode `System`, which every cluster
 * needs.
 */
function defaultPool(body: Json): JsonObject | undefined {
  const pools = objectsIn(requestAt(body, 'properties.agentPoolProfiles'));
  return pools.find((one) => textAt(one, 'mode')?.toLowerCase() === 'system') ?? pools[0];
}

const defaultNodePool: CatalogAttributes = Object.fromEntries(
  Object.entries({ ...pool(''), name: textField('name') }).map(([path, member]) => {
    const { from, as } = typeof member === 'string' ? textField(member) : member;
    const name = typeof from === 'string' ? from : '';
    return [
      `default_node_pool.0.${path}`,
      {
        from: ({ request }: { readonly request: Json }) => requestAt(defaultPool(request), name),
        as,
      },
    ];
  }),
);

const network = 'properties.networkProfile';

const cluster: AzureType = tracked({
  arm: 'Microsoft.ContainerService/managedClusters',
  type: 'azurerm_kubernetes_cluster',
  fields: {
    ...azureIdentity,
    ...defaultNodePool,
    'api_server_access_profile.0.authorized_ip_ranges': set(
      'properties.apiServerAccessProfile.authorizedIPRanges',
    ),
    automatic_upgrade_channel: via('properties.autoUpgradeProfile.upgradeChannel', channel),
    azure_policy_enabled: bool('properties.addonProfiles.azurepolicy.enabled'),
    kubernetes_version: textField('properties.kubernetesVersion'),
    local_account_disabled: bool('properties.disableLocalAccounts'),
    node_os_upgrade_channel: textField('properties.autoUpgradeProfile.nodeOSUpgradeChannel'),
    oidc_issuer_enabled: bool('properties.oidcIssuerProfile.enabled'),
    role_based_access_control_enabled: bool('properties.enableRBAC'),
    sku_tier: via('sku.tier', toSpelling('Free', 'Standard', 'Premium')),
    support_plan: textField('properties.supportPlan'),
    workload_identity_enabled: bool('properties.securityProfile.workloadIdentity.enabled'),
  },
  fixed: {
    dns_prefix: textField('properties.dnsPrefix'),
    'network_profile.0.network_plugin': textField(`${network}.networkPlugin`),
    'network_profile.0.network_policy': textField(`${network}.networkPolicy`),
    'network_profile.0.dns_service_ip': textField(`${network}.dnsServiceIP`),
    'network_profile.0.service_cidr': textField(`${network}.serviceCidr`),
    private_cluster_enabled: bool('properties.apiServerAccessProfile.enablePrivateCluster'),
  },
  defaults: {
    local_account_disabled: false,
    node_os_upgrade_channel: 'NodeImage',
    private_cluster_enabled: false,
    role_based_access_control_enabled: true,
    sku_tier: 'Free',
    support_plan: 'KubernetesOfficial',
  },
});

/** `none` means that there is no channel. */
function channel(value: Json): Json {
  return value === 'none' ? null : value;
}

const agentPool: AzureType = nested({
  arm: 'Microsoft.ContainerService/managedClusters/agentPools',
  type: 'azurerm_kubernetes_cluster_node_pool',
  named: { kubernetes_cluster_id: ancestorId('managedClusters') },
  fields: ofPool,
  defaults: {
    auto_scaling_enabled: false,
    fips_enabled: false,
    host_encryption_enabled: false,
    mode: 'User',
    node_public_ip_enabled: false,
    os_disk_type: 'Managed',
    os_type: 'Linux',
    priority: 'Regular',
  },
});

const registry: AzureType = tracked({
  arm: 'Microsoft.ContainerRegistry/registries',
  type: 'azurerm_container_registry',
  fields: {
    ...azureIdentity,
    admin_enabled: bool('properties.adminUserEnabled'),
    anonymous_pull_enabled: bool('properties.anonymousPullEnabled'),
    data_endpoint_enabled: bool('properties.dataEndpointEnabled'),
    export_policy_enabled: via('properties.policies.exportPolicy.status', toEnabled),
    network_rule_bypass_option: textField('properties.networkRuleBypassOptions'),
    'network_rule_set.0.default_action': textField('properties.networkRuleSet.defaultAction'),
    'network_rule_set.0.ip_rule': repeated('properties.networkRuleSet.ipRules', {
      action: 'action',
      ip_range: 'value',
    }),
    public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
    quarantine_policy_enabled: via('properties.policies.quarantinePolicy.status', toEnabled),
    retention_policy_in_days: built(({ request }) => retentionDays(request)),
    sku: via('sku.name', toSpelling('Basic', 'Standard', 'Premium')),
    trust_policy_enabled: via('properties.policies.trustPolicy.status', toEnabled),
    zone_redundancy_enabled: via('properties.zoneRedundancy', toEnabled),
  },
  defaults: {
    admin_enabled: false,
    anonymous_pull_enabled: false,
    data_endpoint_enabled: false,
    export_policy_enabled: true,
    network_rule_bypass_option: 'AzureServices',
    public_network_access_enabled: true,
    quarantine_policy_enabled: false,
    trust_policy_enabled: false,
    zone_redundancy_enabled: false,
  },
});

function retentionDays(body: Json): Json | undefined {
  const policy = requestAt(body, 'properties.policies.retentionPolicy');
  if (!isJsonObject(policy ?? null)) return undefined;
  return textAt(policy, 'status')?.toLowerCase() === 'enabled' ? requestAt(policy, 'days') : 0;
}

const app = 'properties.template';

/** It has no location of its own, but that of its environment. */
const containerApp: AzureType = grouped({
  arm: 'Microsoft.App/containerApps',
  type: 'azurerm_container_app',
  fields: {
    ...azureIdentity,
    revision_mode: via(
      'properties.configuration.activeRevisionsMode',
      toSpelling('Single', 'Multiple'),
    ),
    'template.0.max_replicas': number(`${app}.scale.maxReplicas`),
    'template.0.min_replicas': number(`${app}.scale.minReplicas`),
    'template.0.container': repeated(`${app}.containers`, {
      name: 'name',
      image: 'image',
      cpu: number('resources.cpu'),
      memory: textField('resources.memory'),
      args: list('args'),
      command: list('command'),
    }),
    'ingress.0.external_enabled': bool('properties.configuration.ingress.external'),
    'ingress.0.target_port': number('properties.configuration.ingress.targetPort'),
    'ingress.0.allow_insecure_connections': bool('properties.configuration.ingress.allowInsecure'),
  },
  fixed: { container_app_environment_id: textField('properties.managedEnvironmentId') },
});

export const containerTypes: readonly AzureType[] = [cluster, agentPool, registry, containerApp];
