import type { CatalogAttributes } from '../catalog/sources.ts';
import { inverse, number, set, textField, via } from '../catalog/sources.ts';
import { toMembersSet, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { inGroup, nested, tracked } from './spec.ts';

/** In the order in which people usually write them. */
const rule: CatalogAttributes = {
  description: textField('properties.description'),
  priority: number('properties.priority'),
  direction: via('properties.direction', toSpelling('Inbound', 'Outbound')),
  access: via('properties.access', toSpelling('Allow', 'Deny')),
  protocol: via('properties.protocol', toSpelling('Tcp', 'Udp', 'Icmp', 'Esp', 'Ah', '*')),
  source_port_range: textField('properties.sourcePortRange'),
  source_port_ranges: set('properties.sourcePortRanges'),
  destination_port_range: textField('properties.destinationPortRange'),
  destination_port_ranges: set('properties.destinationPortRanges'),
  source_address_prefix: textField('properties.sourceAddressPrefix'),
  source_address_prefixes: set('properties.sourceAddressPrefixes'),
  source_application_security_group_ids: via(
    'properties.sourceApplicationSecurityGroups',
    toMembersSet('id'),
  ),
  destination_address_prefix: textField('properties.destinationAddressPrefix'),
  destination_address_prefixes: set('properties.destinationAddressPrefixes'),
  destination_application_security_group_ids: via(
    'properties.destinationApplicationSecurityGroups',
    toMembersSet('id'),
  ),
};

/** A rule can express the same in several ways, so what a body leaves out is unset. */
const optional = Object.fromEntries(
  Object.keys(rule)
    .filter((name) => !['access', 'direction', 'priority', 'protocol'].includes(name))
    .map((name) => [name, null]),
);

const securityRule: AzureType = nested({
  arm: 'Microsoft.Network/networkSecurityGroups/securityRules',
  type: 'azurerm_network_security_rule',
  named: inGroup('network_security_group_name', 'networkSecurityGroups'),
  fields: rule,
  resets: optional,
});

const securityGroup: AzureType = tracked({
  arm: 'Microsoft.Network/networkSecurityGroups',
  type: 'azurerm_network_security_group',
  fields: {},
  children: [
    {
      from: 'properties.securityRules',
      child: securityRule,
      block: 'security_rule',
      by: ['network_security_group_name', 'networkSecurityGroups'],
    },
  ],
});

const route: AzureType = nested({
  arm: 'Microsoft.Network/routeTables/routes',
  type: 'azurerm_route',
  named: inGroup('route_table_name', 'routeTables'),
  fields: {
    address_prefix: textField('properties.addressPrefix'),
    next_hop_type: via(
      'properties.nextHopType',
      toSpelling('VirtualNetworkGateway', 'VnetLocal', 'Internet', 'VirtualAppliance', 'None'),
    ),
    next_hop_in_ip_address: textField('properties.nextHopIpAddress'),
  },
  resets: { next_hop_in_ip_address: null },
});

const routeTable: AzureType = tracked({
  arm: 'Microsoft.Network/routeTables',
  type: 'azurerm_route_table',
  fields: { bgp_route_propagation_enabled: inverse('properties.disableBgpRoutePropagation') },
  defaults: { bgp_route_propagation_enabled: true },
  children: [
    {
      from: 'properties.routes',
      child: route,
      block: 'route',
      by: ['route_table_name', 'routeTables'],
    },
  ],
});

export const networkRuleTypes: readonly AzureType[] = [
  securityGroup,
  securityRule,
  routeTable,
  route,
  tracked({
    arm: 'Microsoft.Network/applicationSecurityGroups',
    type: 'azurerm_application_security_group',
    fields: {},
  }),
];
