import { describe, expect, it } from 'vitest';
import {
  armId,
  armTypeOf,
  extended,
  idUpTo,
  segment,
} from '../../../src/providers/azure/arm-id.ts';
import {
  scaled,
  toDuration,
  toLocation,
  toSpelling,
} from '../../../src/providers/azure/convert.ts';

describe('durations', () => {
  it.each([
    ['PT5M', 'PT5M'],
    ['PT300S', 'PT5M'],
    ['00:05:00', 'PT5M'],
    ['1.02:00:30', 'P1DT2H30S'],
    ['P7D', 'P7D'],
    ['P1W', 'P7D'],
    ['PT0S', 'PT0S'],
    ['10675199.02:48:05.4775807', 'P10675199DT2H48M5S'],
    // A year has no fixed length in seconds.
    ['P1Y', 'P1Y'],
    ['soon', 'soon'],
  ])('%s is %s', (text, expected) => {
    expect(toDuration(text)).toBe(expected);
  });

  it.each(['P', 'PT', ''])('that are invalid stay as they are: %j', (text) => {
    expect(toDuration(text)).toBe(text);
  });
});

describe('words and units', () => {
  it('have one spelling', () => {
    expect(toSpelling('Tcp', '*')('TCP')).toBe('Tcp');
    expect(toSpelling('Tcp')('Sctp')).toBe('Sctp');
    expect(toLocation('West Europe')).toBe('westeurope');
    expect(scaled(1024)('32')).toBe(32768);
    expect(scaled(1024)('many')).toBeUndefined();
  });
});

describe('ids', () => {
  const known: Readonly<Record<string, string>> = {
    'microsoft.storage/storageaccounts': 'Microsoft.Storage/storageAccounts',
  };
  const spelling = (type: string): string | undefined => known[type];

  it('are spelled as Terraform has them, but for names', () => {
    const written =
      '/SUBSCRIPTIONS/AB-1/RESOURCEGROUPS/Rg/PROVIDERS/microsoft.network/VIRTUALNETWORKS/V/subnets/S';

    expect(armId(written, 'Microsoft.Network/virtualNetworks/subnets', spelling).text).toBe(
      '/subscriptions/ab-1/resourceGroups/Rg/providers/Microsoft.Network/virtualNetworks/V/subnets/S',
    );
  });

  it('have the types of what they extend spelled, too', () => {
    const id = armId(
      '/subscriptions/s/resourcegroups/g/providers/microsoft.storage/storageaccounts/A/providers/microsoft.authorization/locks/L',
      'Microsoft.Authorization/locks',
      spelling,
    );

    expect(extended(id)).toBe(
      '/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/A',
    );
    expect(armTypeOf(id.key)).toBe('microsoft.authorization/locks');
    expect(segment(id, 'storageAccounts')).toBe('A');
    expect(idUpTo(id, 'resourceGroups')).toBe('/subscriptions/s/resourceGroups/g');
  });
});
