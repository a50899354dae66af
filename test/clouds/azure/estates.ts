import { subscription, tenant } from './records.ts';
import { armId, type Managed, part, placed, stateFile } from './state.ts';

export const group = 'rg-shop-prod';
const net = 'Microsoft.Network';
export const vnet = `${net}/virtualNetworks/vnet-shop`;
export const web = `${net}/networkSecurityGroups/nsg-web`;
export const app = `${net}/networkSecurityGroups/nsg-app`;

export const shop = (path: string): string => armId(group, path);

/** A rule as the provider stores it, with defaults for everything that `parts` omits. */
export function storedRule(parts: Readonly<Record<string, unknown>>) {
  return {
    access: 'Allow',
    description: '',
    destination_address_prefix: '*',
    destination_address_prefixes: [],
    destination_application_security_group_ids: [],
    destination_port_range: '',
    destination_port_ranges: [],
    direction: 'Inbound',
    name: '',
    priority: 0,
    protocol: 'Tcp',
    source_address_prefix: '*',
    source_address_prefixes: [],
    source_application_security_group_ids: [],
    source_port_range: '*',
    source_port_ranges: [],
    ...parts,
  };
}

function appRule(address: string, parts: Readonly<Record<string, unknown>>): Managed {
  const path = `${app}/securityRules/${String(parts['name'])}`;
  return part(address, group, path, {
    ...storedRule(parts),
    description: null,
    network_security_group_name: 'nsg-app',
  });
}

function subnet(address: string, name: string, attributes: Readonly<Record<string, unknown>>) {
  return part(address, group, `${vnet}/subnets/${name}`, {
    default_outbound_access_enabled: true,
    delegation: [],
    private_endpoint_network_policies: 'Disabled',
    private_link_service_network_policies_enabled: true,
    service_endpoint_policy_ids: [],
    service_endpoints: [],
    virtual_network_name: 'vnet-shop',
    ...attributes,
  });
}

const machineImage = [
  { offer: 'ubuntu-24_04-lts', publisher: 'Canonical', sku: 'server', version: 'latest' },
];
const compute = 'Microsoft.Compute';
export const workers = `${compute}/virtualMachineScaleSets/vmss-workers`;

const network: readonly Managed[] = [
  {
    address: 'azurerm_resource_group.main',
    attributes: {
      id: `/subscriptions/${subscription}/resourceGroups/${group}`,
      name: group,
      location: 'westeurope',
      managed_by: '',
      tags: { env: 'prod', team: 'shop' },
    },
  },
  placed('azurerm_virtual_network.main', group, vnet, {
    address_space: ['10.20.0.0/16'],
    bgp_community: '',
    ddos_protection_plan: [],
    dns_servers: ['10.20.0.4'],
    edge_zone: '',
    encryption: [],
    flow_timeout_in_minutes: 0,
    guid: '00000000-0000-4000-8000-00000000beef',
    private_endpoint_vnet_policies: 'Disabled',
    subnet: [
      {
        address_prefixes: ['10.20.1.0/24'],
        id: shop(`${vnet}/subnets/snet-app`),
        name: 'snet-app',
        security_group: shop(web),
      },
    ],
  }),
  subnet('azurerm_subnet.app', 'snet-app', {
    address_prefixes: ['10.20.1.0/24'],
    service_endpoints: ['Microsoft.Storage'],
  }),
  subnet('azurerm_subnet.data', 'snet-data', { address_prefixes: ['10.20.8.0/24'] }),
  placed('azurerm_network_security_group.web', group, web, {
    security_rule: [
      storedRule({
        name: 'allow-https',
        priority: 100,
        destination_port_range: '443',
        source_address_prefix: 'Internet',
      }),
      storedRule({
        name: 'allow-ssh',
        priority: 110,
        destination_port_range: '22',
        source_address_prefix: '203.0.113.0/24',
      }),
    ],
    tags: { env: 'prod' },
  }),
  {
    address: 'azurerm_subnet_network_security_group_association.app',
    attributes: {
      id: shop(`${vnet}/subnets/snet-app`),
      subnet_id: shop(`${vnet}/subnets/snet-app`),
      network_security_group_id: shop(web),
    },
  },
  placed('azurerm_network_security_group.app', group, app, { security_rule: [] }),
  appRule('azurerm_network_security_rule.app["http"]', {
    name: 'http',
    priority: 200,
    destination_port_range: '8080',
    source_address_prefix: '10.20.0.0/16',
  }),
  appRule('azurerm_network_security_rule.app["admin"]', {
    name: 'admin',
    priority: 210,
    destination_port_range: '9090',
    source_address_prefix: '10.20.0.0/16',
  }),
  appRule('azurerm_network_security_rule.deny_all', {
    name: 'deny-all',
    priority: 4000,
    access: 'Deny',
    protocol: '*',
    destination_port_range: '*',
  }),
  placed('azurerm_route_table.app', group, `${net}/routeTables/rt-app`, {
    bgp_route_propagation_enabled: true,
    route: [
      {
        name: 'egress',
        address_prefix: '0.0.0.0/0',
        next_hop_type: 'VirtualAppliance',
        next_hop_in_ip_address: '10.20.0.10',
      },
    ],
    subnets: [],
  }),
  part('azurerm_route.egress', group, `${net}/routeTables/rt-app/routes/egress`, {
    address_prefix: '0.0.0.0/0',
    next_hop_type: 'VirtualAppliance',
    next_hop_in_ip_address: '10.20.0.10',
    route_table_name: 'rt-app',
  }),
  ...[0, 1].map((index) =>
    placed(`azurerm_public_ip.lb[${index}]`, group, `${net}/publicIPAddresses/pip-lb-${index}`, {
      allocation_method: 'Static',
      ddos_protection_mode: 'VirtualNetworkInherited',
      idle_timeout_in_minutes: 4,
      ip_address: `192.0.2.${index + 20}`,
      ip_version: 'IPv4',
      sku: 'Standard',
      sku_tier: 'Regional',
      zones: [],
    }),
  ),
];

const services: readonly Managed[] = [
  placed(
    'azurerm_storage_account.assets',
    group,
    'Microsoft.Storage/storageAccounts/stshopassets',
    {
      access_tier: 'Hot',
      account_kind: 'StorageV2',
      account_replication_type: 'LRS',
      account_tier: 'Standard',
      allow_nested_items_to_be_public: false,
      https_traffic_only_enabled: true,
      min_tls_version: 'TLS1_2',
      network_rules: [
        {
          bypass: ['AzureServices'],
          default_action: 'Deny',
          ip_rules: ['198.51.100.7'],
          private_link_access: [],
          virtual_network_subnet_ids: [],
        },
      ],
      primary_access_key: 'ZmFrZS1rZXktZm9yLXRlc3Rz',
      public_network_access_enabled: true,
      shared_access_key_enabled: true,
    },
  ),
  placed('azurerm_key_vault.main', group, 'Microsoft.KeyVault/vaults/kv-shop', {
    access_policy: [
      {
        application_id: '',
        certificate_permissions: [],
        key_permissions: [],
        object_id: '00000000-0000-4000-8000-0000000000a1',
        secret_permissions: ['Get', 'List'],
        storage_permissions: [],
        tenant_id: tenant,
      },
    ],
    enabled_for_deployment: false,
    public_network_access_enabled: true,
    purge_protection_enabled: false,
    rbac_authorization_enabled: false,
    sku_name: 'standard',
    soft_delete_retention_days: 90,
    tenant_id: tenant,
  }),
  placed('azurerm_linux_virtual_machine.jump', group, `${compute}/virtualMachines/vm-jump`, {
    admin_password: null,
    admin_ssh_key: [{ public_key: 'ssh-rsa AAAAB3Nza ops', username: 'ops' }],
    admin_username: 'ops',
    computer_name: 'vm-jump',
    disable_password_authentication: true,
    identity: [],
    license_type: '',
    max_bid_price: -1,
    network_interface_ids: [shop(`${net}/networkInterfaces/nic-jump`)],
    os_disk: [
      {
        caching: 'ReadWrite',
        diff_disk_settings: [],
        disk_size_gb: 30,
        name: 'vm-jump_OsDisk_1',
        storage_account_type: 'Standard_LRS',
        write_accelerator_enabled: false,
      },
    ],
    priority: 'Regular',
    size: 'Standard_B2s',
    source_image_reference: machineImage,
    zone: '',
  }),
  placed('azurerm_network_interface.jump', group, `${net}/networkInterfaces/nic-jump`, {
    accelerated_networking_enabled: false,
    dns_servers: [],
    ip_configuration: [
      {
        gateway_load_balancer_frontend_ip_configuration_id: '',
        name: 'primary',
        primary: true,
        private_ip_address: '10.20.1.5',
        private_ip_address_allocation: 'Dynamic',
        private_ip_address_version: 'IPv4',
        public_ip_address_id: '',
        subnet_id: shop(`${vnet}/subnets/snet-app`),
      },
    ],
    ip_forwarding_enabled: false,
  }),
  placed('azurerm_linux_virtual_machine_scale_set.workers', group, workers, {
    admin_ssh_key: [{ public_key: 'ssh-rsa AAAAB3Nza ops', username: 'ops' }],
    admin_username: 'ops',
    instances: 3,
    os_disk: [{ caching: 'ReadOnly', disk_size_gb: 30, storage_account_type: 'Standard_LRS' }],
    overprovision: true,
    sku: 'Standard_D2s_v5',
    source_image_reference: machineImage,
    upgrade_mode: 'Manual',
    zones: [],
  }),
  placed(
    'azurerm_monitor_autoscale_setting.workers',
    group,
    'Microsoft.Insights/autoscaleSettings/as-workers',
    {
      enabled: true,
      profile: [
        {
          name: 'default',
          capacity: [{ default: 3, maximum: 8, minimum: 2 }],
          fixed_date: [],
          recurrence: [],
          rule: [],
        },
      ],
      target_resource_id: shop(workers),
    },
  ),
  placed('azurerm_service_plan.web', group, 'Microsoft.Web/serverFarms/plan-web', {
    os_type: 'Linux',
    per_site_scaling_enabled: false,
    sku_name: 'P1v3',
    worker_count: 2,
    zone_balancing_enabled: false,
  }),
  placed('azurerm_linux_web_app.shop', group, 'Microsoft.Web/sites/app-shop', {
    app_settings: { LOG_LEVEL: 'info', DB_SECRET: 'not-a-real-one' },
    client_affinity_enabled: false,
    enabled: true,
    https_only: true,
    public_network_access_enabled: true,
    service_plan_id: shop('Microsoft.Web/serverFarms/plan-web'),
    site_config: [
      {
        always_on: true,
        application_stack: [{ node_version: '20-lts' }],
        ftps_state: 'Disabled',
        http2_enabled: false,
        linux_fx_version: 'NODE|20-lts',
        minimum_tls_version: '1.2',
        worker_count: 1,
      },
    ],
  }),
  placed('azurerm_mssql_server.main', group, 'Microsoft.Sql/servers/sql-shop', {
    administrator_login: 'sqladmin',
    administrator_login_password: 'not-a-real-one',
    minimum_tls_version: '1.2',
    outbound_network_restriction_enabled: false,
    public_network_access_enabled: true,
    version: '12.0',
  }),
  part('azurerm_mssql_database.orders', group, 'Microsoft.Sql/servers/sql-shop/databases/orders', {
    collation: 'SQL_Latin1_General_CP1_CI_AS',
    max_size_gb: 10,
    server_id: shop('Microsoft.Sql/servers/sql-shop'),
    sku_name: 'S0',
    storage_account_type: 'Geo',
    tags: {},
    zone_redundant: false,
  }),
  part('azurerm_dns_zone.main', group, `${net}/dnsZones/shop.example.com`, { tags: {} }),
  part('azurerm_dns_a_record.www', group, `${net}/dnsZones/shop.example.com/A/www`, {
    fqdn: 'www.shop.example.com.',
    records: ['192.0.2.10'],
    tags: {},
    target_resource_id: '',
    ttl: 300,
    zone_name: 'shop.example.com',
  }),
  placed('azurerm_servicebus_namespace.main', group, 'Microsoft.ServiceBus/namespaces/sb-shop', {
    capacity: 0,
    sku: 'Standard',
  }),
  part(
    'azurerm_servicebus_queue.orders',
    group,
    'Microsoft.ServiceBus/namespaces/sb-shop/queues/orders',
    {
      lock_duration: 'PT1M',
      max_delivery_count: 10,
      namespace_id: shop('Microsoft.ServiceBus/namespaces/sb-shop'),
    },
  ),
];

const platform = 'rg-platform';

function networkModule(
  module: string,
  name: string,
  space: string,
  subnets: Readonly<Record<string, string>>,
  rest: { readonly tags: Readonly<Record<string, string>>; readonly timeout: number },
): readonly Managed[] {
  const path = `${net}/virtualNetworks/vnet-${name}`;
  return [
    placed(
      `${module}.azurerm_virtual_network.this`,
      platform,
      path,
      { address_space: [space], dns_servers: [], subnet: [], tags: rest.tags },
      'northeurope',
    ),
    ...Object.entries(subnets).map(([key, prefix]) =>
      part(`${module}.azurerm_subnet.this["${key}"]`, platform, `${path}/subnets/${key}`, {
        address_prefixes: [prefix],
        service_endpoints: [],
        virtual_network_name: `vnet-${name}`,
      }),
    ),
    placed(
      `${module}.azurerm_nat_gateway.this`,
      platform,
      `${net}/natGateways/nat-${name}`,
      { idle_timeout_in_minutes: rest.timeout, sku_name: 'Standard', zones: [] },
      'northeurope',
    ),
  ];
}

const modules: readonly Managed[] = [
  {
    address: 'azurerm_resource_group.platform',
    attributes: {
      id: `/subscriptions/${subscription}/resourceGroups/${platform}`,
      name: platform,
      location: 'northeurope',
      tags: {},
    },
  },
  ...networkModule(
    'module.network["blue"]',
    'blue',
    '10.1.0.0/16',
    { apps: '10.1.1.0/24', data: '10.1.2.0/24' },
    { tags: { stage: 'test' }, timeout: 4 },
  ),
  ...networkModule(
    'module.network["green"]',
    'green',
    '10.2.0.0/16',
    { apps: '10.2.1.0/24' },
    { tags: { stage: 'prod' }, timeout: 4 },
  ),
  ...networkModule(
    'module.hub',
    'hub',
    '10.0.0.0/16',
    { gateway: '10.0.0.0/24' },
    { tags: {}, timeout: 10 },
  ),
  part(
    'azurerm_virtual_network_peering.hub_blue',
    platform,
    `${net}/virtualNetworks/vnet-hub/virtualNetworkPeerings/hub-to-blue`,
    {
      allow_forwarded_traffic: false,
      allow_gateway_transit: false,
      allow_virtual_network_access: true,
      remote_virtual_network_id: armId(platform, `${net}/virtualNetworks/vnet-blue`),
      use_remote_gateways: false,
      virtual_network_name: 'vnet-hub',
    },
  ),
];

const mixed: readonly Managed[] = [
  {
    address: 'aws_sqs_queue.jobs',
    attributes: {
      id: 'https://sqs.eu-central-1.amazonaws.com/123456789012/jobs',
      arn: 'arn:aws:sqs:eu-central-1:123456789012:jobs',
      name: 'jobs',
      url: 'https://sqs.eu-central-1.amazonaws.com/123456789012/jobs',
      visibility_timeout_seconds: 30,
    },
  },
  {
    address: 'azurerm_resource_group.edge',
    attributes: {
      id: `/subscriptions/${subscription}/resourceGroups/rg-edge`,
      name: 'rg-edge',
      location: 'westeurope',
      tags: {},
    },
  },
  placed('azurerm_cdn_profile.edge', 'rg-edge', 'Microsoft.Cdn/profiles/cdn-edge', {
    sku: 'Standard_Microsoft',
  }),
  placed(
    'azurerm_container_registry.images',
    'rg-edge',
    'Microsoft.ContainerRegistry/registries/acredge',
    { admin_enabled: false, sku: 'Basic', public_network_access_enabled: true },
  ),
];

/** The state files, by project. */
export const states = {
  flat: stateFile([...network, ...services]),
  modules: stateFile(modules),
  mixed: stateFile(mixed),
} as const;

export type ProjectName = keyof typeof states;
