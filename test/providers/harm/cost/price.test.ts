import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPrices } from '../../../../src/config/prices.ts';
import type { PriceList } from '../../../../src/model/cost.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { regionalPricing } from '../../../../src/providers/harm/cost/price.ts';
import { readCost } from '../../../../src/providers/harm/cost/read.ts';

const file = `
currency: EUR
prices:
  - { type: aws_instance, size: m5.large, monthly: 70 }
  - { type: aws_instance, size: m5.xlarge, monthly: 140 }
  - { type: aws_instance, size: m5.xlarge, region: eu-south-1, monthly: 160 }
  - { type: aws_elasticache_cluster, size: cache.r6g.large, hourly: 0.2 }
  - { type: aws_dynamodb_table, field: read_capacity, hourly: 0.0001 }
  - { type: aws_autoscaling_group, field: desired_capacity, monthly: 50.5 }
  - { type: apps/Deployment, field: spec.replicas, monthly: 3 }
  - { type: azurerm_service_plan, size: P1v3, region: westeurope, monthly: 100 }
`;

const folder = mkdtempSync(join(tmpdir(), 'parley-prices-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string) {
  writeFileSync(join(folder, 'prices.yaml'), text);
  return readPrices(folder, 'prices.yaml');
}

async function listOf(text: string): Promise<PriceList> {
  const found = await read(text);
  if (!found.ok || found.value === undefined) throw new Error('no prices');
  return found.value;
}

const change = async (
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  region?: string,
) => {
  const pricing = regionalPricing(await listOf(file), region, after ?? before);
  return readCost({ type, ...(before && { before }), ...(after && { after }) }, pricing);
};

describe('the change of a monthly bill', () => {
  it.each<
    readonly [string, string, JsonObject | undefined, JsonObject | undefined, number | undefined]
  >([
    [
      'another size',
      'aws_instance',
      { instance_type: 'm5.large' },
      { instance_type: 'm5.xlarge' },
      70,
    ],
    [
      'a size without a price',
      'aws_instance',
      { instance_type: 'm5.large' },
      { instance_type: 'm5.2xlarge' },
      undefined,
    ],
    [
      'of a region',
      'aws_instance',
      { instance_type: 'm5.large', region: 'eu-south-1' },
      { instance_type: 'm5.xlarge', region: 'eu-south-1' },
      90,
    ],
    ['one that was made', 'aws_instance', undefined, { instance_type: 'm5.large' }, 70],
    ['one that was deleted', 'aws_instance', { instance_type: 'm5.large' }, undefined, -70],
    [
      'pieces of a size',
      'aws_elasticache_cluster',
      { node_type: 'cache.r6g.large', num_cache_nodes: 2 },
      { node_type: 'cache.r6g.large', num_cache_nodes: 5 },
      438,
    ],
    [
      'a size of nobody knows how many',
      'aws_elasticache_cluster',
      { node_type: 'cache.r6g.large' },
      { node_type: 'cache.r6g.large', num_cache_nodes: 5 },
      undefined,
    ],
    ['units of a field', 'aws_dynamodb_table', { read_capacity: 100 }, { read_capacity: 1100 }, 73],
    [
      'a field without a price beside it',
      'aws_dynamodb_table',
      { read_capacity: 100, write_capacity: 1 },
      { read_capacity: 1100, write_capacity: 2 },
      undefined,
    ],
    ['fewer', 'aws_autoscaling_group', { desired_capacity: 4 }, { desired_capacity: 2 }, -101],
    ['replicas', 'apps/Deployment', { spec: { replicas: 3 } }, { spec: { replicas: 5 } }, 6],
    [
      'where the price does not hold',
      'azurerm_service_plan',
      undefined,
      { sku_name: 'P1v3', worker_count: 2, location: 'eastus' },
      undefined,
    ],
    [
      'where it does',
      'azurerm_service_plan',
      undefined,
      { sku_name: 'P1v3', worker_count: 2, location: 'westeurope' },
      200,
    ],
  ])('%s', async (_name, type, before, after, amount) => {
    const cost = await change(type, before, after);

    expect(cost?.monthly).toEqual(amount === undefined ? undefined : { amount, currency: 'EUR' });
    if (amount !== undefined) expect(cost?.direction).toBe(amount > 0 ? 'higher' : 'lower');
  });

  it('is that of the region where the state has the resource', async () => {
    const sides = [{ instance_type: 'm5.large' }, { instance_type: 'm5.xlarge' }] as const;

    expect((await change('aws_instance', ...sides, 'eu-south-1'))?.monthly?.amount).toBe(90);
    expect((await change('aws_instance', ...sides, 'us-east-1'))?.monthly?.amount).toBe(70);
  });
});

describe('a file of prices', () => {
  it.each([
    ['no currency', 'prices: []', 1, 'currency'],
    ['a currency that is none', 'currency: euro\nprices: []', 1, 'Use a currency like EUR'],
    [
      'a key that is none',
      'currency: EUR\nprices:\n  - { type: aws_instance, sizes: x, monthly: 1 }',
      3,
      '"sizes"',
    ],
    [
      'neither size nor field',
      'currency: EUR\nprices:\n  - { type: aws_instance, monthly: 1 }',
      3,
      'a size or a field',
    ],
    [
      'both prices',
      'currency: EUR\nprices:\n  - { type: aws_instance, size: x, monthly: 1, hourly: 1 }',
      3,
      'hourly or monthly',
    ],
    [
      'less than nothing',
      'currency: EUR\nprices:\n\n  - { type: aws_instance, size: x, monthly: -1 }',
      4,
      'monthly',
    ],
    [
      'a type that is none',
      'currency: EUR\nprices:\n  - { type: aws_no_such, size: x, monthly: 1 }',
      3,
      'No field of this type',
    ],
    [
      'a field that is none',
      'currency: EUR\nprices:\n  - { type: aws_instance, field: ami, monthly: 1 }',
      3,
      'This field',
    ],
    [
      'twice',
      'currency: EUR\nprices:\n  - { type: aws_instance, size: a, monthly: 1 }\n  - { type: aws_instance, size: A, monthly: 2 }',
      4,
      'a price already',
    ],
    ['no YAML', 'currency: EUR\nprices: [', 2, 'does not parse'],
  ])('%s is an error with its line', async (_name, text, line, message) => {
    const found = await read(text);

    if (found.ok) throw new Error('was taken');
    expect(found.error.place).toMatchObject({ file: 'prices.yaml', line });
    expect(found.error.message).toContain(message);
  });

  it('must exist if the settings name it', async () => {
    const found = await readPrices(tmpdir(), 'no-such-prices.yaml');

    expect(found).toMatchObject({ ok: false, error: { place: { file: 'no-such-prices.yaml' } } });
    expect(await readPrices(tmpdir(), undefined)).toEqual({ ok: true, value: undefined });
  });
});
