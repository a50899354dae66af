import { describe, expect, it } from 'vitest';
import type { Drift, DriftValue } from '../../../src/model/drift.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { readDriftHarm } from '../../../src/providers/harm/read.ts';
import { shipped } from './facts.ts';

const value = (content: boolean): DriftValue => ({ kind: 'value', value: content });

function harmsOf(type: string, path: AttributePath, from: boolean, to: boolean) {
  const drift: Drift = {
    id: 'd-1',
    address: `${type}.a`,
    type,
    path,
    declared: value(from),
    live: value(to),
    declaredFrom: 'code',
    evidence: [],
    basis: 'inferred',
  };
  return readDriftHarm(shipped, drift, { accounts: [] }).harms;
}

describe('the harm of an attribute that had another name', () => {
  it.each([
    ['azurerm_storage_account', 'https_traffic_only_enabled', 'enable_https_traffic_only', false],
    ['azurerm_redis_cache', 'non_ssl_port_enabled', 'enable_non_ssl_port', true],
  ])('is that of %s.%s', (type, name, former, to) => {
    const harms = harmsOf(type, [name], !to, to);

    expect(harms.some(({ dimension }) => dimension === 'security')).toBe(true);
    expect(harmsOf(type, [former], !to, to)).toEqual(harms);
  });
});
