import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { azureEntries } from '../../../src/providers/azure/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, hidden, remove, setAt, sets } from '../catalog/changes.ts';
import { auditEvent, changesOf, estateOf, type FakeResource } from '../catalog/event.ts';

const group = '/subscriptions/s-1/resourceGroups/rg';
const id = (path: string): string => `${group}/providers/${path}`;

/** Changes by type of resource, for a call on the resource at this path. */
function effects(
  operation: string,
  path: string,
  body: JsonObject | undefined,
  estate: Estate = estateOf(),
  more: JsonObject = {},
): Readonly<Record<string, readonly Change[]>> | string {
  const [service = '', ...rest] = operation.toLowerCase().split('/');
  const found = changesOf(
    azureEntries,
    auditEvent({
      cloud: 'azure',
      service,
      operation: rest.join('/'),
      request: {
        resourceId: id(path).toLowerCase(),
        writtenId: id(path),
        ...(body === undefined ? {} : { body }),
        ...more,
      },
      omitted: body === undefined ? ['request'] : [],
    }),
    estate,
  );
  if (typeof found === 'string') return found;
  const byType: Record<string, Change[]> = {};
  for (const [name, change] of found) {
    const type = name.split(' ')[0] ?? '';
    if (change.kind === 'create' && Object.keys(change.attributes).length === 0) continue;
    byType[type] = [...(byType[type] ?? []), change];
  }
  return byType;
}

function managed(address: string, path: string, more: JsonObject = {}): FakeResource {
  return { address, attributes: { id: id(path).toLowerCase(), ...more } };
}

describe('effects of Azure calls', () => {
  it('scale a node pool and set its limits', () => {
    const path = 'Microsoft.ContainerService/managedClusters/aks/agentPools/batch';
    const pool = managed('azurerm_kubernetes_cluster_node_pool.batch', path);
    const body = { properties: { count: 5, enableAutoScaling: true, minCount: 2, maxCount: 9 } };

    expect(
      effects(
        'Microsoft.ContainerService/managedClusters/agentPools/write',
        path,
        body,
        estateOf(pool),
      ),
    ).toEqual({
      azurerm_kubernetes_cluster_node_pool: sets({
        auto_scaling_enabled: true,
        max_count: 9,
        min_count: 2,
        node_count: 5,
      }),
    });
  });

  it('read the default pool out of a cluster', () => {
    const path = 'Microsoft.ContainerService/managedClusters/aks';
    const cluster = managed('azurerm_kubernetes_cluster.main', path);
    const pools = [
      { name: 'jobs', mode: 'User', count: 1 },
      { name: 'system', mode: 'System', count: 4 },
    ];

    expect(
      effects(
        'Microsoft.ContainerService/managedClusters/write',
        path,
        { location: 'westeurope', properties: { agentPoolProfiles: pools } },
        estateOf(cluster),
      ),
    ).toEqual({
      azurerm_kubernetes_cluster: sets({
        'default_node_pool.0.node_count': 4,
        'default_node_pool.0.name': 'system',
      }),
    });
  });

  it('set network rules where the code has them', () => {
    const path = 'Microsoft.Storage/storageAccounts/st';
    const account = managed('azurerm_storage_account.st', path);
    const rules: FakeResource = {
      address: 'azurerm_storage_account_network_rules.st',
      attributes: { id: id(path).toLowerCase(), storage_account_id: id(path) },
    };
    const body = { properties: { networkAcls: { defaultAction: 'allow' } } };
    const write = 'Microsoft.Storage/storageAccounts/write';

    expect(effects(write, path, body, estateOf(account, rules))).toEqual({
      azurerm_storage_account_network_rules: sets({ default_action: 'Allow' }),
    });
    expect(effects(write, path, body, estateOf(account))).toEqual({
      azurerm_storage_account: sets({ 'network_rules.0.default_action': 'Allow' }),
    });
  });

  it('set the DNS servers of a network where the code has them', () => {
    const path = 'Microsoft.Network/virtualNetworks/hub';
    const network = managed('azurerm_virtual_network.hub', path);
    const servers: FakeResource = {
      address: 'azurerm_virtual_network_dns_servers.hub',
      attributes: { id: `${id(path)}/dnsServers/default`, virtual_network_id: id(path) },
    };
    const body = { properties: { dhcpOptions: { dnsServers: ['10.0.0.4'] } } };
    const write = 'Microsoft.Network/virtualNetworks/write';

    expect(effects(write, path, body, estateOf(network, servers))).toEqual({
      azurerm_virtual_network_dns_servers: sets({ dns_servers: ['10.0.0.4'] }),
    });
    expect(effects(write, path, body, estateOf(network))).toEqual({
      azurerm_virtual_network: sets({ dns_servers: ['10.0.0.4'] }),
    });
  });

  it('set what the blob service says of an account', () => {
    const path = 'Microsoft.Storage/storageAccounts/st';
    const body = {
      properties: {
        isVersioningEnabled: true,
        deleteRetentionPolicy: { enabled: true, days: 14 },
        containerDeleteRetentionPolicy: { enabled: false },
      },
    };

    expect(
      effects(
        'Microsoft.Storage/storageAccounts/blobServices/write',
        `${path}/blobServices/default`,
        body,
        estateOf(managed('azurerm_storage_account.st', path)),
      ),
    ).toEqual({
      azurerm_storage_account: sets({
        'blob_properties.0.container_delete_retention_policy': [],
        'blob_properties.0.delete_retention_policy': [{ days: 14 }],
        'blob_properties.0.versioning_enabled': true,
      }),
    });
  });

  it('distinguish Linux from Windows, and apps from functions', () => {
    const write = (kind: string) =>
      effects('Microsoft.Web/sites/write', 'Microsoft.Web/sites/x', {
        kind,
        location: 'West Europe',
        properties: { serverFarmId: id('Microsoft.Web/serverFarms/p') },
      });

    expect(
      ['app,linux', 'app', 'functionapp,linux', 'functionapp'].flatMap((kind) =>
        Object.keys(write(kind)),
      ),
    ).toEqual([
      'azurerm_linux_web_app',
      'azurerm_windows_web_app',
      'azurerm_linux_function_app',
      'azurerm_windows_function_app',
    ]);
  });

  it('are found on a managed resource of a type that is not catalogued', () => {
    const path = 'Microsoft.Maps/accounts/m';
    const body = { operation: 'Merge', properties: { tags: { a: '1' } } };
    const tagged = (...resources: readonly FakeResource[]) =>
      effects(
        'Microsoft.Resources/tags/write',
        `${path}/providers/Microsoft.Resources/tags/default`,
        body,
        estateOf(...resources),
      );

    expect(tagged(managed('azurerm_maps_account.m', path, { tags: {} }))).toEqual({
      azurerm_maps_account: [setAt(['tags', 'a'], '1')],
    });
    expect(tagged(managed('azurerm_maps_creator.m', path))).toEqual({});
  });

  it('replace, merge and remove tags', () => {
    const path = 'Microsoft.Network/natGateways/n';
    const estate = estateOf(managed('azurerm_nat_gateway.n', path));
    const tags = (operation: string) =>
      effects(
        'Microsoft.Resources/tags/write',
        `${path}/providers/Microsoft.Resources/tags/default`,
        { operation, properties: { tags: { a: '1' } } },
        estate,
      );

    expect(tags('Merge')).toEqual({ azurerm_nat_gateway: [setAt(['tags', 'a'], '1')] });
    expect(tags('Delete')).toEqual({ azurerm_nat_gateway: [setAt(['tags', 'a'], null)] });
    expect(tags('Replace')).toEqual({ azurerm_nat_gateway: [setAt(['tags'], { a: '1' })] });
  });

  it('treat rules that a body does not list as deleted', () => {
    const host = 'Microsoft.Network/networkSecurityGroups/g';
    const rule = (name: string) =>
      managed(`azurerm_network_security_rule.${name}`, `${host}/securityRules/${name}`, {
        name,
        network_security_group_name: 'g',
      });
    const found = effects(
      'Microsoft.Network/networkSecurityGroups/write',
      host,
      {
        location: 'westeurope',
        properties: { securityRules: [{ name: 'a', properties: { priority: 300 } }] },
      },
      estateOf(managed('azurerm_network_security_group.g', host), rule('a'), rule('b')),
    );

    const changes = typeof found === 'string' ? [] : (found['azurerm_network_security_rule'] ?? []);
    expect(changes).toContainEqual(setAt(['priority'], 300));
    expect(changes.filter(({ kind }) => kind === 'delete')).toHaveLength(1);
  });

  it('join and leave policies of a vault', () => {
    const path = 'Microsoft.KeyVault/vaults/kv';
    const vault: FakeResource = {
      address: 'azurerm_key_vault.kv',
      attributes: {
        id: id(path).toLowerCase(),
        access_policy: [{ object_id: 'o-1', application_id: '', secret_permissions: ['Get'] }],
      },
      declares: ['access_policy'],
    };
    const call = (verb: string) =>
      effects(
        'Microsoft.KeyVault/vaults/accessPolicies/write',
        `${path}/accessPolicies/${verb}`,
        {
          properties: {
            accessPolicies: [{ objectId: 'o-1', permissions: { secrets: ['list'] } }],
          },
        },
        estateOf(vault),
      );
    const at = ['access_policy', { element: { object_id: 'o-1' } }, 'secret_permissions'] as const;

    expect(call('add')).toEqual({
      azurerm_key_vault: [{ ...add('', 'List'), path: at }],
    });
    expect(call('remove')).toEqual({
      azurerm_key_vault: [{ ...remove('', 'List'), path: at }],
    });
  });

  it('say that something changed when the log does not say what', () => {
    const path = 'Microsoft.Network/virtualNetworks/v';

    expect(
      effects(
        'Microsoft.Network/virtualNetworks/write',
        path,
        undefined,
        estateOf(managed('azurerm_virtual_network.v', path)),
      ),
    ).toEqual({ azurerm_virtual_network: [hidden('', 'omitted')] });
  });

  it('do not treat a PATCH as a creation', () => {
    const path = 'Microsoft.Network/publicIPAddresses/p';
    const body = { location: 'westeurope', properties: { idleTimeoutInMinutes: 9 } };
    const write = 'Microsoft.Network/publicIPAddresses/write';

    expect(effects(write, path, body, estateOf(), { method: 'PATCH' })).toEqual({
      azurerm_public_ip: sets({ idle_timeout_in_minutes: 9 }),
    });
    expect(effects(write, path, body, estateOf(), { method: 'PUT' })).toEqual({
      azurerm_public_ip: [
        expect.objectContaining({
          kind: 'create',
          importId:
            '/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Network/publicIPAddresses/p',
          attributes: {
            name: 'p',
            resource_group_name: 'rg',
            location: 'westeurope',
            idle_timeout_in_minutes: 9,
          },
        }),
      ],
    });
  });
});
