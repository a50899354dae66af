import type { Json } from '../../model/json.ts';
import { items, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, list, number, set, textField, via } from '../catalog/sources.ts';
import { toEnabled, toMembersSet, toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType, Link } from './spec.ts';
import { inGroup, nested, tracked } from './spec.ts';

const delegation = repeated('properties.delegations', {
  name: 'name',
  'service_delegation.0.name': 'properties.serviceName',
  'service_delegation.0.actions': set('properties.actions'),
});

const subnetAttributes: CatalogAttributes = {
  address_prefixes: {
    from: ({ request }) => prefixesIn(request),
    as: (value) => items(value).map(String),
  },
  default_outbound_access_enabled: bool('properties.defaultOutboundAccess'),
  delegation,
  private_endpoint_network_policies: textField('properties.privateEndpointNetworkPolicies'),
  private_link_service_network_policies_enabled: via(
    'properties.privateLinkServiceNetworkPolicies',
    toEnabled,
  ),
  service_endpoint_policy_ids: via('properties.serviceEndpointPolicies', toMembersSet('id')),
  service_endpoints: via('properties.serviceEndpoints', toMembersSet('service')),
};

/** A body has one prefix in `addressPrefix`, several in `addressPrefixes`. */
function prefixesIn(body: Json): Json | undefined {
  const properties = textAt(body, 'properties.addressPrefix');
  const several = (body as { readonly properties?: { readonly addressPrefixes?: Json } }).properties
    ?.addressPrefixes;
  if (Array.isArray(several) && several.length > 0) return several;
  return properties === undefined ? undefined : [properties];
}

function subnetLink(from: string, type: string, other: string, shown?: string): Link {
  return {
    from,
    type,
    own: 'subnet_id',
    other,
    importId: (own) => own,
    ...(shown === undefined ? {} : { shown: { block: 'subnet', attribute: shown } }),
  };
}

const subnet: AzureType = nested({
  arm: 'Microsoft.Network/virtualNetworks/subnets',
  type: 'azurerm_subnet',
  named: inGroup('virtual_network_name', 'virtualNetworks'),
  fields: subnetAttributes,
  defaults: {
    default_outbound_access_enabled: true,
    private_endpoint_network_policies: 'Disabled',
    private_link_service_network_policies_enabled: true,
  },
  links: [
    subnetLink(
      'properties.networkSecurityGroup.id',
      'azurerm_subnet_network_security_group_association',
      'network_security_group_id',
      'security_group',
    ),
    subnetLink(
      'properties.routeTable.id',
      'azurerm_subnet_route_table_association',
      'route_table_id',
      'route_table_id',
    ),
    // The state of a network does not show the NAT gateways of its subnets.
    subnetLink(
      'properties.natGateway.id',
      'azurerm_subnet_nat_gateway_association',
      'nat_gateway_id',
    ),
  ],
});

const ipConfigurations = repeated('properties.ipConfigurations', {
  name: 'name',
  subnet_id: 'properties.subnet.id',
  private_ip_address_allocation: via(
    'properties.privateIPAllocationMethod',
    toSpelling('Dynamic', 'Static'),
  ),
  private_ip_address: built(({ request }) =>
    textAt(request, 'properties.privateIPAllocationMethod')?.toLowerCase() === 'static'
      ? textAt(request, 'properties.privateIPAddress')
      : undefined,
  ),
  private_ip_address_version: 'properties.privateIPAddressVersion',
  public_ip_address_id: 'properties.publicIPAddress.id',
  primary: bool('properties.primary'),
});

export const networkTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Network/virtualNetworks',
    type: 'azurerm_virtual_network',
    fields: {
      address_space: set('properties.addressSpace.addressPrefixes'),
      bgp_community: textField('properties.bgpCommunities.virtualNetworkCommunity'),
      dns_servers: list('properties.dhcpOptions.dnsServers'),
      'encryption.0.enforcement': textField('properties.encryption.enforcement'),
      flow_timeout_in_minutes: number('properties.flowTimeoutInMinutes'),
      private_endpoint_vnet_policies: textField('properties.privateEndpointVNetPolicies'),
    },
    defaults: { private_endpoint_vnet_policies: 'Disabled' },
    apart: {
      part: 'dns_servers',
      type: 'azurerm_virtual_network_dns_servers',
      own: 'virtual_network_id',
    },
    children: [
      {
        from: 'properties.subnets',
        child: subnet,
        block: 'subnet',
        inline: {
          ...subnetAttributes,
          route_table_id: 'properties.routeTable.id',
          security_group: 'properties.networkSecurityGroup.id',
        },
        by: ['virtual_network_name', 'virtualNetworks'],
      },
    ],
  }),
  subnet,
  nested({
    arm: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings',
    type: 'azurerm_virtual_network_peering',
    named: inGroup('virtual_network_name', 'virtualNetworks'),
    fields: {
      allow_forwarded_traffic: bool('properties.allowForwardedTraffic'),
      allow_gateway_transit: bool('properties.allowGatewayTransit'),
      allow_virtual_network_access: bool('properties.allowVirtualNetworkAccess'),
      remote_virtual_network_id: textField('properties.remoteVirtualNetwork.id'),
      use_remote_gateways: bool('properties.useRemoteGateways'),
    },
    defaults: {
      allow_forwarded_traffic: false,
      allow_gateway_transit: false,
      allow_virtual_network_access: true,
      use_remote_gateways: false,
    },
  }),
  tracked({
    arm: 'Microsoft.Network/publicIPAddresses',
    type: 'azurerm_public_ip',
    fields: {
      allocation_method: via(
        'properties.publicIPAllocationMethod',
        toSpelling('Static', 'Dynamic'),
      ),
      ddos_protection_mode: textField('properties.ddosSettings.protectionMode'),
      ddos_protection_plan_id: textField('properties.ddosSettings.ddosProtectionPlan.id'),
      domain_name_label: textField('properties.dnsSettings.domainNameLabel'),
      idle_timeout_in_minutes: number('properties.idleTimeoutInMinutes'),
      ip_version: textField('properties.publicIPAddressVersion'),
      reverse_fqdn: textField('properties.dnsSettings.reverseFqdn'),
      sku: textField('sku.name'),
      sku_tier: textField('sku.tier'),
      zones: set('zones'),
    },
    defaults: {
      ddos_protection_mode: 'VirtualNetworkInherited',
      idle_timeout_in_minutes: 4,
      ip_version: 'IPv4',
      sku: 'Standard',
      sku_tier: 'Regional',
    },
  }),
  tracked({
    arm: 'Microsoft.Network/networkInterfaces',
    type: 'azurerm_network_interface',
    fields: {
      accelerated_networking_enabled: bool('properties.enableAcceleratedNetworking'),
      dns_servers: list('properties.dnsSettings.dnsServers'),
      internal_dns_name_label: textField('properties.dnsSettings.internalDnsNameLabel'),
      ip_configuration: ipConfigurations,
      ip_forwarding_enabled: bool('properties.enableIPForwarding'),
    },
    defaults: { accelerated_networking_enabled: false, ip_forwarding_enabled: false },
    // The state of an interface does not show its security group.
    links: [
      {
        from: 'properties.networkSecurityGroup.id',
        type: 'azurerm_network_interface_security_group_association',
        own: 'network_interface_id',
        other: 'network_security_group_id',
        importId: (own, other) => `${own}|${other}`,
      },
    ],
  }),
  tracked({
    arm: 'Microsoft.Network/natGateways',
    type: 'azurerm_nat_gateway',
    fields: {
      idle_timeout_in_minutes: number('properties.idleTimeoutInMinutes'),
      sku_name: textField('sku.name'),
      zones: set('zones'),
    },
    defaults: { idle_timeout_in_minutes: 4, sku_name: 'Standard' },
  }),
  tracked({
    arm: 'Microsoft.Network/privateEndpoints',
    type: 'azurerm_private_endpoint',
    fields: {
      custom_network_interface_name: textField('properties.customNetworkInterfaceName'),
      private_service_connection: repeated('properties.privateLinkServiceConnections', {
        name: 'name',
        is_manual_connection: via('name', () => false),
        private_connection_resource_id: 'properties.privateLinkServiceId',
        subresource_names: list('properties.groupIds'),
      }),
      subnet_id: textField('properties.subnet.id'),
    },
  }),
];
