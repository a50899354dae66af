import type { Json } from '../../model/json.ts';
import { toText } from '../catalog/convert.ts';
import { bool, number, set, textField, via } from '../catalog/sources.ts';
import { nameIn } from './arm-id.ts';
import { toMembersList, toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { ancestorId, nested, tracked } from './spec.ts';

const ofBalancer = { loadbalancer_id: ancestorId('loadBalancers') };
const protocol = toSpelling('Tcp', 'Udp', 'All', 'Http', 'Https');

function toName(value: Json): string | undefined {
  const id = toText(value);
  return id === undefined ? undefined : nameIn(id);
}

const probe: AzureType = nested({
  arm: 'Microsoft.Network/loadBalancers/probes',
  type: 'azurerm_lb_probe',
  named: ofBalancer,
  fields: {
    interval_in_seconds: number('properties.intervalInSeconds'),
    number_of_probes: number('properties.numberOfProbes'),
    port: number('properties.port'),
    probe_threshold: number('properties.probeThreshold'),
    protocol: via('properties.protocol', protocol),
    request_path: textField('properties.requestPath'),
  },
  defaults: { interval_in_seconds: 15, number_of_probes: 2, probe_threshold: 1 },
});

const rule: AzureType = nested({
  arm: 'Microsoft.Network/loadBalancers/loadBalancingRules',
  type: 'azurerm_lb_rule',
  named: ofBalancer,
  fields: {
    backend_address_pool_ids: via('properties.backendAddressPools', toMembersList('id')),
    backend_port: number('properties.backendPort'),
    disable_outbound_snat: bool('properties.disableOutboundSnat'),
    floating_ip_enabled: bool('properties.enableFloatingIP'),
    frontend_ip_configuration_name: via('properties.frontendIPConfiguration.id', toName),
    frontend_port: number('properties.frontendPort'),
    idle_timeout_in_minutes: number('properties.idleTimeoutInMinutes'),
    load_distribution: textField('properties.loadDistribution'),
    probe_id: textField('properties.probe.id'),
    protocol: via('properties.protocol', protocol),
    tcp_reset_enabled: bool('properties.enableTcpReset'),
  },
  defaults: {
    disable_outbound_snat: false,
    floating_ip_enabled: false,
    idle_timeout_in_minutes: 4,
    load_distribution: 'Default',
    tcp_reset_enabled: false,
  },
});

const pool: AzureType = nested({
  arm: 'Microsoft.Network/loadBalancers/backendAddressPools',
  type: 'azurerm_lb_backend_address_pool',
  named: ofBalancer,
  fields: {},
});

export const loadBalancerTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Network/loadBalancers',
    type: 'azurerm_lb',
    fields: {
      frontend_ip_configuration: repeated('properties.frontendIPConfigurations', {
        name: 'name',
        private_ip_address: 'properties.privateIPAddress',
        private_ip_address_allocation: 'properties.privateIPAllocationMethod',
        private_ip_address_version: 'properties.privateIPAddressVersion',
        public_ip_address_id: 'properties.publicIPAddress.id',
        subnet_id: 'properties.subnet.id',
        zones: set('zones'),
      }),
      sku: textField('sku.name'),
      sku_tier: textField('sku.tier'),
    },
    defaults: { sku: 'Standard', sku_tier: 'Regional' },
    // The provider has no blocks for these, so they are always separate resources.
    children: [
      { from: 'properties.backendAddressPools', child: pool, by: ['loadbalancer_id', 'id'] },
      { from: 'properties.probes', child: probe, by: ['loadbalancer_id', 'id'] },
      { from: 'properties.loadBalancingRules', child: rule, by: ['loadbalancer_id', 'id'] },
    ],
  }),
  pool,
  probe,
  rule,
];
