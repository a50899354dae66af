import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { azureEntries } from '../../../src/providers/azure/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { auditEvent, estateOf, type FakeResource } from '../catalog/event.ts';

const group = '/subscriptions/s-1/resourceGroups/rg';
const pools = 'Microsoft.ContainerService/managedClusters/aks/agentPools';
const catalog = createCatalog(azureEntries);

/** The changes of a write of the resource at this path. */
function changes(
  path: string,
  body: JsonObject,
  resources: readonly FakeResource[],
): readonly Change[] {
  const names = path.split('/');
  const arm = names.filter((_, index) => index > 0 && index % 2 === 1);
  const translation = catalog.translate(
    auditEvent({
      cloud: 'azure',
      service: (names[0] ?? '').toLowerCase(),
      operation: `${arm.join('/')}/write`.toLowerCase(),
      request: {
        resourceId: `${group}/providers/${path}`.toLowerCase(),
        writtenId: `${group}/providers/${path}`,
        body,
      },
    }),
    estateOf(...resources),
  );
  return translation.kind === 'effects' ? translation.effects.map(({ change }) => change) : [];
}

function managed(
  address: string,
  path: string,
  attributes: JsonObject,
  declares: readonly string[] = [],
): FakeResource {
  const id = `${group}/providers/${path}`.toLowerCase();
  return { address, attributes: { id, ...attributes }, declares };
}

/** The values that are set, by their paths. */
function setIn(all: readonly Change[]): JsonObject {
  return Object.fromEntries(
    all.flatMap((change) =>
      change.kind === 'set'
        ? [[change.path.join('.'), change.value.kind === 'known' ? change.value.value : '?']]
        : [],
    ),
  );
}

describe('an attribute that had another name', () => {
  const scaled = { properties: { enableAutoScaling: true } };
  const pool = (attributes: JsonObject, declares: readonly string[] = []): FakeResource =>
    managed('azurerm_kubernetes_cluster_node_pool.a', `${pools}/a`, attributes, declares);

  it.each<[string, FakeResource, string]>([
    ['the state has the old one', pool({ enable_auto_scaling: false }), 'enable_auto_scaling'],
    ['the code sets the old one', pool({}, ['enable_auto_scaling']), 'enable_auto_scaling'],
    ['the state has the new one', pool({ auto_scaling_enabled: false }), 'auto_scaling_enabled'],
    [
      'the state has both, and the code sets neither',
      pool({ auto_scaling_enabled: null, enable_auto_scaling: null }),
      'auto_scaling_enabled',
    ],
    [
      'the state has both, and the code sets the old one',
      pool({ auto_scaling_enabled: null, enable_auto_scaling: null }, ['enable_auto_scaling']),
      'enable_auto_scaling',
    ],
    [
      'the code sets the new one, and the state is older',
      pool({ enable_auto_scaling: false }, ['auto_scaling_enabled']),
      'auto_scaling_enabled',
    ],
    ['nothing shows it', pool({}), 'auto_scaling_enabled'],
  ])('has the name of the project: %s', (_, resource, name) => {
    expect(setIn(changes(`${pools}/a`, scaled, [resource]))).toEqual({ [name]: true });
  });

  it('is not set where it is off and the state does not have it either', () => {
    const body = { properties: { enableAutoScaling: false } };

    const set = setIn(changes(`${pools}/a`, body, [pool({ enable_auto_scaling: null })]));

    expect(set).toEqual({ enable_auto_scaling: null });
  });

  it('has it in a block, too', () => {
    const path = 'Microsoft.ContainerService/managedClusters/aks';
    const cluster = managed('azurerm_kubernetes_cluster.a', path, {
      default_node_pool: [{ enable_auto_scaling: false, node_count: 2 }],
    });
    const body = {
      properties: { agentPoolProfiles: [{ mode: 'System', count: 2, enableAutoScaling: true }] },
    };

    expect(setIn(changes(path, body, [cluster]))).toEqual({
      'default_node_pool.0.enable_auto_scaling': true,
      'default_node_pool.0.node_count': 2,
    });
  });

  it('has the name that others of its type have when it is created', () => {
    const body = { properties: { enableAutoScaling: true, vmSize: 'Standard_B2s' } };

    const [created] = changes(`${pools}/b`, body, [pool({ enable_auto_scaling: false })]);

    expect(created).toMatchObject({
      kind: 'create',
      attributes: { enable_auto_scaling: true, vm_size: 'Standard_B2s' },
    });
    expect(created).not.toHaveProperty('attributes.auto_scaling_enabled');
  });

  it.each([
    [
      'turned round',
      'Microsoft.Network/routeTables/r',
      'azurerm_route_table.r',
      { disable_bgp_route_propagation: true },
      { properties: { disableBgpRoutePropagation: false } },
      { disable_bgp_route_propagation: false },
    ],
    [
      'a switch',
      'Microsoft.Network/virtualNetworks/v/subnets/s',
      'azurerm_subnet.s',
      { private_endpoint_network_policies_enabled: false },
      { properties: { privateEndpointNetworkPolicies: 'Enabled' } },
      { private_endpoint_network_policies_enabled: true },
    ],
    [
      'left open where the old one cannot say it',
      'Microsoft.Network/virtualNetworks/v/subnets/s',
      'azurerm_subnet.s',
      { private_endpoint_network_policies_enabled: false },
      { properties: { privateEndpointNetworkPolicies: 'RouteTableEnabled' } },
      { private_endpoint_network_policies_enabled: '?' },
    ],
  ])('has the value of the old one: %s', (_, path, address, attributes, body, expected) => {
    const set = setIn(changes(path, body, [managed(address, path, attributes)]));

    expect(set).toEqual(expected);
  });
});
