import type { Json } from '../../model/json.ts';
import type { Converter } from '../catalog/convert.ts';
import { toBool, toNumber, toText, toTextMap } from '../catalog/convert.ts';
import { items } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { number, textField, via } from '../catalog/sources.ts';
import { nameIn } from './arm-id.ts';
import { toMembersSet } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { grouped, inGroup, nested } from './spec.ts';

/** What differs between the record sets of public and of private zones. */
interface Zone {
  readonly arm: string;
  readonly prefix: string;
  readonly ttl: string;
  /** How the provider stores the preference of an MX record. */
  readonly preference: Converter;
}

const zones: readonly Zone[] = [
  {
    arm: 'Microsoft.Network/dnsZones',
    prefix: 'azurerm_dns',
    ttl: 'TTL',
    preference: toText,
  },
  {
    arm: 'Microsoft.Network/privateDnsZones',
    prefix: 'azurerm_private_dns',
    ttl: 'ttl',
    preference: toNumber,
  },
];

const records: Readonly<Record<string, CatalogAttributes>> = {
  A: { records: via('properties.ARecords', toMembersSet('ipv4Address')) },
  AAAA: { records: via('properties.AAAARecords', toMembersSet('ipv6Address')) },
  CNAME: { record: textField('properties.CNAMERecord.cname') },
  TXT: { record: repeated('properties.TXTRecords', { value: via('value', joined) }) },
};

/** Azure splits a long text into pieces. */
function joined(value: Json): string {
  return items(value).map(String).join('');
}

function mail(preference: Converter): CatalogAttributes {
  const inside = { exchange: 'exchange', preference: via('preference', preference) };
  return { record: repeated('properties.MXRecords', inside) };
}

function recordTypes({ arm, prefix, ttl, preference }: Zone): readonly AzureType[] {
  return Object.entries({ ...records, MX: mail(preference) }).map(([kind, attributes]) =>
    nested({
      arm: `${arm}/${kind}`,
      type: `${prefix}_${kind.toLowerCase()}_record`,
      named: inGroup('zone_name', nameIn(arm)),
      fields: {
        ...attributes,
        ...(prefix === 'azurerm_dns' && kind !== 'TXT' && kind !== 'MX'
          ? { target_resource_id: textField('properties.targetResource.id') }
          : {}),
        ttl: number(`properties.${ttl}`),
        tags: via('properties.metadata', toTextMap),
      },
    }),
  );
}

export const dnsTypes: readonly AzureType[] = [
  ...zones.map(({ arm, prefix }) => grouped({ arm, type: `${prefix}_zone`, fields: {} })),
  ...zones.flatMap(recordTypes),
  nested({
    arm: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
    type: 'azurerm_private_dns_zone_virtual_network_link',
    named: inGroup('private_dns_zone_name', 'privateDnsZones'),
    tagged: true,
    fields: {
      registration_enabled: via('properties.registrationEnabled', toBool),
      resolution_policy: textField('properties.resolutionPolicy'),
      virtual_network_id: textField('properties.virtualNetwork.id'),
    },
    defaults: { registration_enabled: false, resolution_policy: 'Default' },
  }),
];
