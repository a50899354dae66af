import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { app, group, shop, vnet, web, workers } from './estates.ts';
import { dispositions, type Options, reconcile, verified } from './reconcile.ts';
import { type Call, restartIds, subscription, tenant } from './records.ts';
import { armId } from './state.ts';

beforeEach(restartIds);
afterEach(removeFolders);

interface Case extends Options {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly changed: readonly string[];
}

const net = 'Microsoft.Network';

/** The rules of the web security group, as a request body lists them. */
function webRules(ssh: Readonly<Record<string, unknown>> | undefined, ...more: readonly unknown[]) {
  const common = {
    access: 'Allow',
    direction: 'Inbound',
    protocol: 'TCP',
    sourcePortRange: '*',
    destinationAddressPrefix: '*',
  };
  const https = {
    name: 'allow-https',
    properties: {
      ...common,
      priority: 100,
      sourceAddressPrefix: 'Internet',
      destinationPortRange: '443',
    },
  };
  const own = { priority: 110, sourceAddressPrefix: '203.0.113.0/24', destinationPortRange: '22' };
  const login = { name: 'allow-ssh', properties: { ...common, ...own, ...ssh } };
  const securityRules = [https, ...(ssh === undefined ? [] : [login]), ...more];
  return { location: 'westeurope', properties: { securityRules }, tags: { env: 'prod' } };
}

/** The lines of the inline rule for SSH. */
const sshRule = [
  'main.tf - security_rule {',
  'main.tf - name                       = "allow-ssh"',
  'main.tf - priority                   = 110',
  'main.tf - direction                  = "Inbound"',
  'main.tf - access                     = "Allow"',
  'main.tf - protocol                   = "Tcp"',
  'main.tf - source_port_range          = "*"',
  'main.tf - destination_port_range     = "22"',
  'main.tf - source_address_prefix      = "203.0.113.0/24" # office',
  'main.tf - destination_address_prefix = "*"',
  'main.tf - }',
];

const groupWrite = `${net}/networkSecurityGroups/write`;
const ruleWrite = `${net}/networkSecurityGroups/securityRules/write`;

const cases: readonly Case[] = [
  {
    name: 'a source of an inline rule, in a body with all rules',
    calls: [{ operation: groupWrite, id: shop(web), body: webRules({ sourceAddressPrefix: '*' }) }],
    changed: [
      'main.tf - source_address_prefix      = "203.0.113.0/24" # office',
      'main.tf + source_address_prefix      = "*" # office',
    ],
  },
  {
    name: 'an inline rule that is gone from the body',
    calls: [{ operation: groupWrite, id: shop(web), body: webRules(undefined) }],
    changed: sshRule,
  },
  {
    name: 'an inline rule that a call of its own adds',
    calls: [
      {
        operation: ruleWrite,
        id: `${shop(web)}/securityRules/allow-metrics`,
        body: {
          properties: {
            access: 'Allow',
            direction: 'Inbound',
            protocol: 'Tcp',
            priority: 120,
            sourcePortRange: '*',
            sourceAddressPrefixes: ['10.20.0.0/16'],
            destinationAddressPrefix: '*',
            destinationPortRange: '9100',
          },
        },
      },
    ],
    changed: [
      'main.tf + security_rule {',
      'main.tf + name                       = "allow-metrics"',
      'main.tf + priority                   = 120',
      'main.tf + direction                  = "Inbound"',
      'main.tf + access                     = "Allow"',
      'main.tf + protocol                   = "Tcp"',
      'main.tf + source_port_range          = "*"',
      'main.tf + destination_port_range     = "9100"',
      'main.tf + source_address_prefixes    = ["10.20.0.0/16"]',
      'main.tf + destination_address_prefix = "*"',
      'main.tf + }',
    ],
  },
  {
    name: 'an inline rule that a call of its own deletes',
    calls: [
      {
        operation: `${net}/networkSecurityGroups/securityRules/delete`,
        method: 'DELETE',
        id: `${shop(web)}/securityRules/ALLOW-SSH`,
      },
    ],
    changed: sshRule,
  },
  {
    name: 'a port in the map behind for_each rules',
    calls: [
      {
        operation: ruleWrite,
        id: `${shop(app)}/securityRules/http`,
        body: {
          properties: {
            access: 'Allow',
            direction: 'Inbound',
            protocol: 'Tcp',
            priority: 200,
            sourcePortRange: '*',
            sourceAddressPrefix: '10.20.0.0/16',
            destinationAddressPrefix: '*',
            destinationPortRange: '8081',
          },
        },
      },
    ],
    changed: [
      'terraform.tfvars - http  = { priority = 200, port = "8080" }',
      'terraform.tfvars + http  = { priority = 200, port = "8081" }',
    ],
  },
  {
    name: 'tags from a local, by a merge beside the resource',
    calls: [
      {
        operation: 'Microsoft.Resources/tags/write',
        method: 'PATCH',
        id: `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Resources/tags/default`,
        body: { operation: 'Merge', properties: { tags: { costCenter: '4711' } } },
      },
    ],
    changed: [
      'main.tf - env  = "prod"',
      'main.tf - team = "shop"',
      'main.tf + env        = "prod"',
      'main.tf + team       = "shop"',
      'main.tf + costCenter = "4711"',
    ],
  },
  {
    name: 'tags of a group that a PATCH replaces',
    calls: [
      {
        operation: groupWrite,
        method: 'PATCH',
        id: shop(web),
        body: { tags: { env: 'prod', owner: 'sec' } },
      },
    ],
    changed: ['main.tf - env = "prod"', 'main.tf + env   = "prod"', 'main.tf + owner = "sec"'],
  },
  {
    name: 'prefixes of a subnet from a tfvars list',
    calls: [
      {
        operation: `${net}/virtualNetworks/subnets/write`,
        id: shop(`${vnet}/subnets/snet-app`),
        body: {
          properties: {
            addressPrefixes: ['10.20.1.0/24', '10.20.2.0/24'],
            serviceEndpoints: [{ service: 'Microsoft.Storage' }],
            networkSecurityGroup: { id: shop(web) },
          },
        },
      },
    ],
    changed: [
      'terraform.tfvars - app_prefixes = ["10.20.1.0/24"]',
      'terraform.tfvars + app_prefixes = ["10.20.1.0/24", "10.20.2.0/24"]',
    ],
  },
  {
    name: 'the size of a machine, which a PATCH names in upper case',
    calls: [
      {
        operation: 'Microsoft.Compute/virtualMachines/write',
        method: 'PATCH',
        shape: 'diagnostic',
        id: shop('Microsoft.Compute/virtualMachines/vm-jump'),
        body: { properties: { hardwareProfile: { vmSize: 'Standard_B4ms' } } },
      },
    ],
    changed: [
      'services.tf - size                  = "Standard_B2s"',
      'services.tf + size                  = "Standard_B4ms"',
    ],
  },
  {
    name: 'public access to a storage account, told by Log Analytics',
    calls: [
      {
        operation: 'Microsoft.Storage/storageAccounts/write',
        method: 'PATCH',
        shape: 'log-analytics',
        id: shop('Microsoft.Storage/storageAccounts/stshopassets'),
        body: { properties: { allowBlobPublicAccess: true, minimumTlsVersion: 'TLS1_0' } },
      },
    ],
    changed: [
      'services.tf - min_tls_version                 = "TLS1_2"',
      'services.tf - allow_nested_items_to_be_public = false',
      'services.tf + min_tls_version                 = "TLS1_0"',
      'services.tf + allow_nested_items_to_be_public = true',
    ],
  },
  {
    name: 'the network rules of a storage account',
    calls: [
      {
        operation: 'Microsoft.Storage/storageAccounts/write',
        method: 'PATCH',
        id: shop('Microsoft.Storage/storageAccounts/stshopassets'),
        body: {
          properties: {
            networkAcls: {
              bypass: 'Logging, AzureServices',
              defaultAction: 'Allow',
              ipRules: [{ value: '198.51.100.7' }, { value: '198.51.100.8' }],
            },
          },
        },
      },
    ],
    changed: [
      'services.tf - default_action = "Deny"',
      'services.tf - bypass         = ["AzureServices"]',
      'services.tf - ip_rules       = ["198.51.100.7"]',
      'services.tf + default_action = "Allow"',
      'services.tf + bypass         = ["AzureServices", "Logging"]',
      'services.tf + ip_rules       = ["198.51.100.7", "198.51.100.8"]',
    ],
  },
  {
    name: 'a permission that joins a policy of a vault',
    calls: [
      {
        operation: 'Microsoft.KeyVault/vaults/accessPolicies/write',
        id: shop('Microsoft.KeyVault/vaults/kv-shop/accessPolicies/add'),
        body: {
          properties: {
            accessPolicies: [
              {
                tenantId: tenant,
                objectId: '00000000-0000-4000-8000-0000000000a1',
                permissions: { secrets: ['set'] },
              },
            ],
          },
        },
      },
    ],
    changed: [
      'services.tf - secret_permissions = ["Get", "List"]',
      'services.tf + secret_permissions = ["Get", "List", "Set"]',
    ],
  },
  {
    name: 'settings of a web app, with a secret that did not change',
    calls: [
      {
        operation: 'Microsoft.Web/sites/config/write',
        id: shop('Microsoft.Web/sites/app-shop/config/appsettings'),
        body: { properties: { LOG_LEVEL: 'debug', DB_SECRET: 'not-a-real-one' } },
      },
    ],
    changed: ['services.tf - LOG_LEVEL = "info"', 'services.tf + LOG_LEVEL = "debug"'],
  },
  {
    name: 'the stack of a web app',
    calls: [
      {
        operation: 'Microsoft.Web/sites/config/write',
        method: 'PATCH',
        id: shop('Microsoft.Web/sites/app-shop/config/web'),
        body: { properties: { linuxFxVersion: 'NODE|22-lts', alwaysOn: false } },
      },
    ],
    changed: [
      'services.tf - always_on = true',
      'services.tf - node_version = "20-lts"',
      'services.tf + always_on = false',
      'services.tf + node_version = "22-lts"',
    ],
  },
  {
    name: 'a size in bytes, and a tier',
    calls: [
      {
        operation: 'Microsoft.Sql/servers/databases/write',
        method: 'PATCH',
        id: shop('Microsoft.Sql/servers/sql-shop/databases/orders'),
        body: { sku: { name: 'S1' }, properties: { maxSizeBytes: 53687091200 } },
      },
    ],
    changed: [
      'services.tf - sku_name    = "S0"',
      'services.tf - max_size_gb = 10',
      'services.tf + sku_name    = "S1"',
      'services.tf + max_size_gb = 50',
    ],
  },
  {
    name: 'a record set',
    calls: [
      {
        operation: `${net}/dnsZones/A/write`,
        id: shop(`${net}/dnsZones/shop.example.com/A/www`),
        body: {
          properties: {
            TTL: 60,
            ARecords: [{ ipv4Address: '192.0.2.11' }, { ipv4Address: '192.0.2.10' }],
          },
        },
      },
    ],
    changed: [
      'services.tf - ttl                 = 300',
      'services.tf - records             = ["192.0.2.10"]',
      'services.tf + ttl                 = 60',
      'services.tf + records             = ["192.0.2.10", "192.0.2.11"]',
    ],
  },
  {
    name: 'a duration in another notation',
    calls: [
      {
        operation: 'Microsoft.ServiceBus/namespaces/queues/write',
        id: shop('Microsoft.ServiceBus/namespaces/sb-shop/queues/orders'),
        body: { properties: { lockDuration: '00:05:00', maxDeliveryCount: 10 } },
      },
    ],
    changed: [
      'services.tf - lock_duration      = "PT1M"',
      'services.tf + lock_duration      = "PT5M"',
    ],
  },
  {
    name: 'one of several public addresses with count',
    calls: [
      {
        operation: `${net}/publicIPAddresses/write`,
        method: 'PATCH',
        id: shop(`${net}/publicIPAddresses/pip-lb-1`),
        body: { tags: { owner: 'edge' } },
      },
    ],
    changed: ['main.tf + tags                = count.index == 1 ? { owner = "edge" } : null'],
  },
  {
    name: 'the default of a size of machines',
    calls: [
      {
        operation: 'Microsoft.Compute/virtualMachineScaleSets/write',
        method: 'PATCH',
        id: shop(workers),
        body: { sku: { name: 'Standard_D4s_v5', capacity: 3 } },
      },
    ],
    changed: [
      'variables.tf - default = "Standard_D2s_v5"',
      'variables.tf + default = "Standard_D4s_v5"',
    ],
  },
  {
    name: 'an address space in a map of networks',
    project: 'modules',
    calls: [
      {
        operation: `${net}/virtualNetworks/write`,
        id: armId('rg-platform', `${net}/virtualNetworks/vnet-green`),
        body: {
          location: 'North Europe',
          properties: { addressSpace: { addressPrefixes: ['10.2.0.0/16', '10.12.0.0/16'] } },
          tags: { stage: 'prod' },
        },
      },
    ],
    changed: [
      'variables.tf - address_space = ["10.2.0.0/16"]',
      'variables.tf + address_space = ["10.2.0.0/16", "10.12.0.0/16"]',
    ],
  },
  {
    name: 'an argument that one call of a module leaves out',
    project: 'modules',
    calls: [
      {
        operation: `${net}/natGateways/write`,
        method: 'PATCH',
        id: armId('rg-platform', `${net}/natGateways/nat-hub`),
        body: { properties: { idleTimeoutInMinutes: 20 } },
      },
    ],
    changed: ['main.tf - idle_timeout   = 10', 'main.tf + idle_timeout   = 20'],
  },
  {
    name: 'a flag of a peering between instances of modules',
    project: 'modules',
    calls: [
      {
        operation: `${net}/virtualNetworks/virtualNetworkPeerings/write`,
        id: armId(
          'rg-platform',
          `${net}/virtualNetworks/vnet-hub/virtualNetworkPeerings/hub-to-blue`,
        ),
        body: {
          properties: {
            allowForwardedTraffic: true,
            allowVirtualNetworkAccess: true,
            remoteVirtualNetwork: {
              id: armId('RG-PLATFORM', `${net}/virtualNetworks/vnet-blue`),
            },
          },
        },
      },
    ],
    changed: [
      'main.tf - allow_forwarded_traffic   = false',
      'main.tf + allow_forwarded_traffic   = true',
    ],
  },
];

describe('half an hour of work by one person', () => {
  it('becomes separate intents for separate changes, each with its own patch', async () => {
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Sql/servers/databases/write',
        method: 'PATCH',
        id: shop('Microsoft.Sql/servers/sql-shop/databases/orders'),
        body: { sku: { name: 'S1' }, properties: { maxSizeBytes: 53687091200 } },
        minute: 1,
      },
      {
        operation: 'Microsoft.KeyVault/vaults/accessPolicies/write',
        id: shop('Microsoft.KeyVault/vaults/kv-shop/accessPolicies/add'),
        body: {
          properties: {
            accessPolicies: [
              {
                tenantId: tenant,
                objectId: '00000000-0000-4000-8000-0000000000a1',
                permissions: { secrets: ['set'] },
              },
            ],
          },
        },
        minute: 12,
      },
      {
        operation: 'Microsoft.Web/sites/config/write',
        id: shop('Microsoft.Web/sites/app-shop/config/appsettings'),
        body: { properties: { LOG_LEVEL: 'debug', DB_SECRET: 'not-a-real-one' } },
        minute: 28,
      },
    ]);

    const addresses = new Map(outcome.report.drifts.map(({ id, address }) => [id, address]));
    expect(
      outcome.report.intents
        .map(({ drifts }) => [...new Set(drifts.map((id) => addresses.get(id)))])
        .sort(),
    ).toEqual([
      ['azurerm_key_vault.main'],
      ['azurerm_linux_web_app.shop'],
      ['azurerm_mssql_database.orders'],
    ]);
    expect(outcome.report.patches).toHaveLength(3);
  });
});

describe('changes of Azure resources', () => {
  it.each(cases)('write $name', async ({ calls, changed, ...options }) => {
    const outcome = await reconcile(calls, options);

    expect(outcome.changed).toEqual(changed);
    expect(verified(outcome)).toBe(true);
    expect(dispositions(outcome)).toContain('drift');
    expect(outcome.report.unresolved).toEqual([]);
  });
});
