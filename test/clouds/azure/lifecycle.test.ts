import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { app, group, shop, vnet, web, workers } from './estates.ts';
import { dispositions, reconcile, verified } from './reconcile.ts';
import { guid, restartIds, subscription } from './records.ts';

beforeEach(restartIds);
afterEach(removeFolders);

const net = 'Microsoft.Network';

const metricsRule = {
  properties: {
    access: 'Allow',
    direction: 'Inbound',
    protocol: 'Tcp',
    priority: 220,
    sourcePortRange: '*',
    sourceAddressPrefix: '10.20.0.0/16',
    destinationAddressPrefix: '*',
    destinationPortRange: '9100',
  },
};

describe('Azure resources that come and go', () => {
  it('adopts a rule of a managed group with its references and an import block', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/networkSecurityGroups/securityRules/write`,
        id: `${shop(app)}/securityRules/Metrics`,
        body: { ...metricsRule, properties: { ...metricsRule.properties, priority: 3000 } },
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf + import {',
      'main.tf + to = azurerm_network_security_rule.app["Metrics"]',
      `main.tf + id = "${shop('Microsoft.Network/networkSecurityGroups/nsg-app/securityRules/Metrics')}"`,
      'main.tf + }',
      'terraform.tfvars - http  = { priority = 200, port = "8080" }',
      'terraform.tfvars - admin = { priority = 210, port = "9090" }',
      'terraform.tfvars + http    = { priority = 200, port = "8080" }',
      'terraform.tfvars + admin   = { priority = 210, port = "9090" }',
      'terraform.tfvars + Metrics = { priority = 3000, port = "9100" }',
    ]);
    expect(verified(outcome)).toBe(true);
  });

  it('adds an entry if for_each makes the siblings', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/networkSecurityGroups/securityRules/write`,
        id: `${shop(app)}/securityRules/metrics`,
        body: metricsRule,
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf + import {',
      'main.tf + to = azurerm_network_security_rule.app["metrics"]',
      `main.tf + id = "${shop('Microsoft.Network/networkSecurityGroups/nsg-app/securityRules/metrics')}"`,
      'main.tf + }',
      'terraform.tfvars - http  = { priority = 200, port = "8080" }',
      'terraform.tfvars - admin = { priority = 210, port = "9090" }',
      'terraform.tfvars + http    = { priority = 200, port = "8080" }',
      'terraform.tfvars + admin   = { priority = 210, port = "9090" }',
      'terraform.tfvars + metrics = { priority = 220, port = "9100" }',
    ]);
    expect(verified(outcome)).toBe(true);
  });

  it('adopts a subnet whose id is in capitals', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/virtualNetworks/subnets/write`,
        shape: 'diagnostic',
        id: shop(`${vnet}/subnets/snet-jobs`),
        body: { properties: { addressPrefix: '10.20.16.0/24' } },
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf + resource "azurerm_subnet" "snet_jobs" {',
      'main.tf + name                 = "snet-jobs"',
      'main.tf + resource_group_name  = azurerm_resource_group.main.name',
      'main.tf + virtual_network_name = azurerm_virtual_network.main.name',
      'main.tf + address_prefixes     = ["10.20.16.0/24"]',
      'main.tf + import {',
      'main.tf + to = azurerm_subnet.snet_jobs',
      `main.tf + id = "${shop('Microsoft.Network/virtualNetworks/vnet-shop/subnets/snet-jobs')}"`,
      'main.tf + }',
      'main.tf + }',
    ]);
  });

  it('adopts a group that was created with rules, parents first', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/networkSecurityGroups/write`,
        id: shop(`${net}/networkSecurityGroups/nsg-jobs`),
        body: {
          location: 'West Europe',
          properties: { securityRules: [{ name: 'metrics', ...metricsRule }] },
        },
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf + resource "azurerm_network_security_group" "nsg_jobs" {',
      'main.tf + name                = "nsg-jobs"',
      'main.tf + import {',
      'main.tf + to = azurerm_network_security_group.nsg_jobs',
      `main.tf + id = "${shop('Microsoft.Network/networkSecurityGroups/nsg-jobs')}"`,
      'main.tf + resource "azurerm_network_security_rule" "metrics" {',
      'main.tf + name                        = "metrics"',
      'main.tf + network_security_group_name = "nsg-jobs"',
      'main.tf + priority                    = 220',
      'main.tf + destination_port_range      = "9100"',
      'main.tf + import {',
      'main.tf + to = azurerm_network_security_rule.metrics',
      `main.tf + id = "${shop('Microsoft.Network/networkSecurityGroups/nsg-jobs/securityRules/metrics')}"`,
      'main.tf + access                      = "Allow"',
      'main.tf + protocol                    = "Tcp"',
      'main.tf + source_address_prefix       = "10.20.0.0/16"',
      'main.tf + resource_group_name         = azurerm_resource_group.main.name',
      'main.tf + direction                   = "Inbound"',
      'main.tf + source_port_range           = "*"',
      'main.tf + destination_address_prefix  = "*"',
      'main.tf + }',
      'main.tf + }',
      'main.tf + }',
      'main.tf + location            = azurerm_resource_group.main.location',
      'main.tf + resource_group_name = azurerm_resource_group.main.name',
      'main.tf + }',
    ]);
  });

  it('adopts a role by its name', async () => {
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Authorization/roleAssignments/write',
        id: `${shop('Microsoft.Storage/storageAccounts/stshopassets')}/providers/Microsoft.Authorization/roleAssignments/${guid('f', 1)}`,
        body: {
          properties: {
            principalId: guid('a', 7),
            roleDefinitionId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`,
          },
        },
      },
    ]);

    expect(outcome.changed).toEqual([
      'services.tf + resource "azurerm_role_assignment" "assets_reader" {',
      'services.tf + principal_id         = "0000000a-0000-4000-8000-000000000007"',
      'services.tf + role_definition_name = "Reader"',
      'services.tf + scope                = azurerm_storage_account.assets.id',
      'services.tf + import {',
      'services.tf + to = azurerm_role_assignment.assets_reader',
      `services.tf + id = "${shop('Microsoft.Storage/storageAccounts/stshopassets/providers/Microsoft.Authorization/roleAssignments/0000000f-0000-4000-8000-000000000001')}"`,
      'services.tf + }',
      'services.tf + }',
    ]);
  });

  it('removes a deleted record set', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/dnsZones/A/delete`,
        method: 'DELETE',
        id: shop(`${net}/dnsZones/shop.example.com/A/www`),
      },
    ]);

    expect(outcome.changed).toEqual([
      'services.tf - resource "azurerm_dns_a_record" "www" {',
      'services.tf - name                = "www"',
      'services.tf - zone_name           = azurerm_dns_zone.main.name',
      'services.tf - ttl                 = 300',
      'services.tf - records             = ["192.0.2.10"]',
      'services.tf - resource_group_name = azurerm_resource_group.main.name',
      'services.tf - }',
    ]);
  });

  it('removes an entry of for_each', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/networkSecurityGroups/securityRules/delete`,
        method: 'DELETE',
        id: `${shop(app)}/securityRules/admin`,
      },
    ]);

    expect(outcome.changed).toEqual([
      'terraform.tfvars - http  = { priority = 200, port = "8080" }',
      'terraform.tfvars - admin = { priority = 210, port = "9090" }',
      'terraform.tfvars + http = { priority = 200, port = "8080" }',
    ]);
  });

  it('removes a reference between two resources if the response lacks it', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/virtualNetworks/subnets/write`,
        id: shop(`${vnet}/subnets/snet-app`),
        body: { properties: { addressPrefixes: ['10.20.1.0/24'] } },
        response: {
          id: shop(`${vnet}/subnets/snet-app`),
          properties: { addressPrefix: '10.20.1.0/24', provisioningState: 'Succeeded' },
        },
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf - resource "azurerm_subnet_network_security_group_association" "app" {',
      'main.tf - subnet_id                 = azurerm_subnet.app.id',
      'main.tf - network_security_group_id = azurerm_network_security_group.web.id',
      'main.tf - }',
    ]);
  });

  it('attaches a group to another subnet', async () => {
    const outcome = await reconcile([
      {
        operation: `${net}/virtualNetworks/subnets/write`,
        id: shop(`${vnet}/subnets/snet-data`),
        body: {
          properties: {
            addressPrefixes: ['10.20.8.0/24'],
            networkSecurityGroup: { id: shop(app).toUpperCase() },
          },
        },
      },
    ]);

    expect(outcome.changed).toEqual([
      'main.tf + resource "azurerm_subnet_network_security_group_association" "data" {',
      'main.tf + subnet_id                 = azurerm_subnet.data.id',
      'main.tf + network_security_group_id = azurerm_network_security_group.app.id',
      'main.tf + import {',
      'main.tf + to = azurerm_subnet_network_security_group_association.data',
      `main.tf + id = "${shop('Microsoft.Network/virtualNetworks/vnet-shop/subnets/snet-data')}"`,
      'main.tf + }',
      'main.tf + }',
    ]);
  });

  it('reports a change that was put back', async () => {
    const size = (vmSize: string, minute: number) =>
      ({
        operation: 'Microsoft.Compute/virtualMachines/write',
        method: 'PATCH',
        id: shop('Microsoft.Compute/virtualMachines/vm-jump'),
        body: { properties: { hardwareProfile: { vmSize } } },
        minute,
      }) as const;
    const outcome = await reconcile([size('Standard_B4ms', 1), size('Standard_B2s', 9)]);

    expect(outcome.changed).toEqual([]);
    expect(dispositions(outcome)).toEqual(['reverted', 'reverted']);
    expect(outcome.report.reverted.map(({ address }) => address)).toEqual([
      'azurerm_linux_virtual_machine.jump',
    ]);
  });

  it('treats one deployment of several resources as one intent', async () => {
    const correlation = guid('d', 1);
    const outcome = await reconcile([
      {
        operation: 'Microsoft.Resources/deployments/write',
        id: `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Resources/deployments/patch`,
        body: { properties: { mode: 'Incremental' } },
        correlation,
      },
      {
        operation: 'Microsoft.Compute/virtualMachineScaleSets/write',
        method: 'PATCH',
        id: shop(workers),
        body: { sku: { name: 'Standard_D4s_v5' } },
        correlation,
      },
      {
        operation: `${net}/networkSecurityGroups/write`,
        method: 'PATCH',
        id: shop(web),
        body: { tags: { env: 'prod', change: 'CHG-1' } },
        correlation,
      },
    ]);

    expect(outcome.report.intents).toHaveLength(1);
    expect(outcome.report.drifts).toHaveLength(2);
    expect([...dispositions(outcome)].sort()).toEqual(['drift', 'drift', 'no-effect']);
    expect(verified(outcome)).toBe(true);
  });
});
