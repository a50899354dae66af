import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estateProblems } from '../../../../scripts/harm/check.ts';
import type { Json } from '../../../../src/model/json.ts';
import { parsePath } from '../../../../src/model/path.ts';
import { awsCosts } from '../../../../src/providers/harm/cost/aws.ts';
import { azureCosts } from '../../../../src/providers/harm/cost/azure.ts';
import { googleCosts } from '../../../../src/providers/harm/cost/google.ts';
import { readCost } from '../../../../src/providers/harm/cost/read.ts';
import { singleFieldChange } from '../../../../src/providers/harm/drift.ts';
import { cases } from '../../../cases.ts';
import { orders } from '../facts.ts';

function costOf(type: string, field: string, from: Json, to: Json) {
  const path = parsePath(field);
  if (path === undefined) throw new Error(field);
  const side = (value: Json) => ({ kind: 'value' as const, value });
  return readCost(singleFieldChange({ type, path, declared: side(from), live: side(to) }));
}

/** Type, field, from, to, and by what factor the cost grows; a direction if no factor is known. */
const table: readonly (readonly [string, string, Json, Json, number | string | undefined])[] = [
  ['aws_autoscaling_group', 'desired_capacity', 3, 6, 2],
  ['aws_autoscaling_group', 'desired_capacity', 10, 4, 0.4],
  ['aws_autoscaling_group', 'desired_capacity', 0, 4, 'higher'],
  ['aws_autoscaling_group', 'desired_capacity', 4, 0, 0],
  ['aws_autoscaling_group', 'max_size', 12, 60, 5],
  ['aws_autoscaling_group', 'health_check_grace_period', 12, 60, undefined],
  ['aws_eks_node_group', 'scaling_config[0].desired_size', 2, 3, 1.5],
  ['aws_eks_node_group', 'instance_types', ['m5.large'], ['m5.xlarge'], 2],
  ['aws_eks_node_group', 'instance_types', ['m5.large'], ['m5.xlarge', 'm5.large'], undefined],
  ['aws_instance', 'instance_type', 't3.nano', 't3.xlarge', 32],
  ['aws_instance', 'instance_type', 'm5.large', 'm5.24xlarge', 48],
  ['aws_instance', 'instance_type', 'm5.metal', 'm5.24xlarge', undefined],
  ['aws_instance', 'instance_type', 'c7i.large', 'c7i.metal-24xl', 48],
  ['aws_instance', 'instance_type', 'm6g.4xlarge', 'm6g.metal', 4],
  ['aws_instance', 'instance_type', 'm5.large', 'r5.large', undefined],
  ['aws_instance', 'instance_type', 'm5.large', 'm5.huge', undefined],
  ['aws_instance', 'instance_type', 'm5.large', 'm5.0xlarge', undefined],
  ['aws_db_instance', 'instance_class', 'db.r6g.large', 'db.r6g.4xlarge', 8],
  ['aws_db_instance', 'iops', 3000, 12000, 4],
  ['aws_db_instance', 'allocated_storage', '100', '150', 1.5],
  ['aws_db_instance', 'allocated_storage', -1, 150, undefined],
  [
    'aws_opensearch_domain',
    'cluster_config[0].instance_type',
    'm5.large.search',
    'm5.2xlarge.search',
    4,
  ],
  ['aws_dynamodb_table', 'write_capacity', 100, 1000, 10],
  ['aws_lambda_function', 'memory_size', 128, 1024, 8],
  ['aws_lambda_function', 'memory_size', '***', 1024, undefined],
  ['azurerm_linux_virtual_machine', 'size', 'Standard_D2s_v5', 'Standard_D8s_v5', 4],
  ['azurerm_linux_virtual_machine', 'size', 'Standard_D2s_v5', 'Standard_E8s_v5', undefined],
  [
    'azurerm_kubernetes_cluster',
    'default_node_pool[0].vm_size',
    'Standard_D4s_v5',
    'Standard_D2s_v5',
    0.5,
  ],
  ['azurerm_service_plan', 'sku_name', 'P1v3', 'P3v3', 4],
  ['azurerm_service_plan', 'sku_name', 'B1', 'P1v3', undefined],
  ['azurerm_service_plan', 'worker_count', 3, 9, 3],
  ['azurerm_mssql_database', 'sku_name', 'S0', 'S3', 10],
  ['azurerm_mssql_database', 'sku_name', 'GP_Gen5_2', 'GP_Gen5_8', 4],
  ['azurerm_mssql_database', 'sku_name', 'S3', 'P1', undefined],
  ['azurerm_postgresql_flexible_server', 'sku_name', 'GP_Standard_D2s_v3', 'GP_Standard_D8s_v3', 4],
  ['azurerm_cosmosdb_sql_container', 'throughput', 400, 4000, 10],
  ['google_compute_instance', 'machine_type', 'n2-standard-4', 'n2-standard-16', 4],
  ['google_compute_instance', 'machine_type', 'e2-micro', 'e2-medium', 4],
  ['google_compute_instance', 'machine_type', 'e2-medium', 'e2-standard-2', undefined],
  ['google_compute_instance', 'machine_type', 'n2-standard-4', 'c3-standard-4', undefined],
  ['google_compute_instance', 'machine_type', 'n2-custom-2-4096', 'n2-custom-4-8192', 2],
  ['google_compute_instance', 'machine_type', 'n2-custom-2-4096', 'n2-custom-4-4096', undefined],
  ['google_sql_database_instance', 'settings[0].tier', 'db-n1-standard-2', 'db-n1-standard-8', 4],
  ['google_spanner_instance', 'num_nodes', 3, 9, 3],
  [
    'google_container_node_pool',
    'node_config[0].machine_type',
    'e2-standard-8',
    'e2-standard-2',
    0.25,
  ],
  ['apps/Deployment', 'spec.replicas', 3, 12, 4],
  ['kubernetes_deployment_v1', 'spec[0].replicas', '3', '12', 4],
  ['kubernetes_horizontal_pod_autoscaler_v2', 'spec[0].max_replicas', 10, 15, 1.5],
  ['PersistentVolumeClaim', 'spec.resources.requests.storage', '10Gi', '20480Mi', 2],
];

describe('what a change costs', () => {
  it.each(table)('%s %s: %j to %j is %s', (type, field, from, to, expected) => {
    const cost = costOf(type, field, from, to);

    if (typeof expected !== 'number') {
      expect(cost?.factor).toBeUndefined();
      expect(cost?.direction).toBe(expected);
      return;
    }
    expect(cost?.factor).toBeCloseTo(expected, 9);
    expect(cost?.direction).toBe(expected > 1 ? 'higher' : 'lower');
  });

  it('is put into a clause', () => {
    const said = (...change: Parameters<typeof costOf>) => costOf(...change)?.because;

    expect(said('aws_autoscaling_group', 'desired_capacity', 3, 12)).toBe(
      '4 times the machines (3 to 12)',
    );
    expect(said('aws_autoscaling_group', 'max_size', 12, 6)).toBe(
      'half the limit of machines (12 to 6)',
    );
    expect(said('aws_instance', 'instance_type', 'm5.large', 'm5.xlarge')).toBe(
      'twice the capacity (m5.large to m5.xlarge)',
    );
    expect(said('aws_autoscaling_group', 'desired_capacity', 0, 12)).toBe('machines: 0 to 12');
  });

  it('is not given for what is secret or not known yet', () => {
    const change = {
      type: 'aws_instance',
      before: { instance_type: 'm5.large' },
      after: { instance_type: 'm5.xlarge' },
    };
    expect(readCost(change)?.factor).toBe(2);
    expect(readCost({ ...change, sensitive: { before: { instance_type: true } } })).toBeUndefined();
    expect(readCost({ ...change, unknown: { after: { instance_type: true } } })).toBeUndefined();
    expect(readCost({ ...change, sensitive: { after: true } })).toBeUndefined();
    expect(readCost({ ...change, sensitive: { after: { user_data: true } } })?.factor).toBe(2);
  });

  it('multiplies nodes by their size, and nothing else', () => {
    const nodes = (node_type: string, num_cache_nodes: number) => ({ node_type, num_cache_nodes });
    const cost = (before: object, after: object, type: string) =>
      readCost({ type, before: before as never, after: after as never });

    expect(
      cost(nodes('cache.r6g.large', 2), nodes('cache.r6g.xlarge', 3), 'aws_elasticache_cluster'),
    ).toMatchObject({ factor: 3, direction: 'higher' });
    expect(
      cost(
        { read_capacity: 5, write_capacity: 5 },
        { read_capacity: 10, write_capacity: 20 },
        'aws_dynamodb_table',
      ),
    ).not.toHaveProperty('factor');
  });
});

describe('properties of factors', () => {
  const counts = fc.integer({ min: 1, max: 100_000 });
  const factor = (from: Json, to: Json) =>
    costOf('aws_autoscaling_group', 'desired_capacity', from, to)?.factor ?? 1;
  const runs = { numRuns: cases(2000, 300) };

  it('keep the ratio where both sides grow alike', () => {
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 1000 }), (from, to, times) => {
        expect(factor(from * times, to * times)).toBeCloseTo(factor(from, to), 6);
      }),
      runs,
    );
  });

  it('are inverted where the sides are swapped, of counts and of sizes', () => {
    const sizes = ['nano', 'micro', 'small', 'medium', 'large', 'xlarge', '2xlarge', '24xlarge'];
    const size = fc.constantFrom(...sizes.map((one) => `t3.${one}`));
    const ofSize = (from: string, to: string) =>
      costOf('aws_instance', 'instance_type', from, to)?.factor ?? 1;
    fc.assert(
      fc.property(counts, counts, size, size, (from, to, small, large) => {
        expect(factor(from, to) * factor(to, from)).toBeCloseTo(1, 9);
        expect(ofSize(small, large) * ofSize(large, small)).toBe(1);
      }),
      runs,
    );
  });

  it('are monotonic along a size ladder, and stay numbers for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (from, to) => {
        for (const [type, field] of [
          ['aws_instance', 'instance_type'],
          ['azurerm_linux_virtual_machine', 'size'],
          ['azurerm_mssql_database', 'sku_name'],
          ['azurerm_service_plan', 'sku_name'],
          ['PersistentVolumeClaim', 'spec.resources.requests.storage'],
        ] as const) {
          const reported = costOf(type, field, from, to)?.factor ?? 1;
          expect(Number.isFinite(reported) && reported >= 0).toBe(true);
        }
      }),
      runs,
    );
  });
});

describe('the table of cost drivers', () => {
  it.each([
    ['aws', awsCosts],
    ['azurerm', azureCosts],
    ['google', googleCosts],
  ])('names types and fields of %s that exist, each once', (provider, costs) => {
    const facts = Object.entries(costs).flatMap(([type, fields]) =>
      fields.map(({ path, unit }) => ({
        ...{ provider, type, path, predicate: 'higher', dimension: 'cost' },
        ...{ severity: 1, meaning: unit, sources: 'own' },
      })),
    );

    expect(facts.length).toBeGreaterThan(20);
    expect(estateProblems(facts as Parameters<typeof estateProblems>[0], orders)).toEqual([]);
  });
});
