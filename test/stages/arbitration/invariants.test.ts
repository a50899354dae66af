import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { makeDrift } from '../intent/make.ts';
import { by, play } from './scene.ts';

/** Type, field, its new value, other declared values, verdict. */
type Row = readonly [string, AttributePath, number, Readonly<Record<string, Json>>, string];

const rows: readonly Row[] = [
  ['aws_autoscaling_group', ['min_size'], 7, { desired_capacity: 3, max_size: 6 }, 'reject'],
  ['aws_autoscaling_group', ['max_size'], 4, { min_size: 2, desired_capacity: 3 }, 'accept'],
  ['aws_autoscaling_group', ['max_size'], 2, { min_size: 2, desired_capacity: 3 }, 'reject'],
  [
    'aws_eks_node_group',
    ['scaling_config', 0, 'desired_size'],
    9,
    { 'scaling_config.0.min_size': 1, 'scaling_config.0.max_size': 6 },
    'reject',
  ],
  ['aws_appautoscaling_target', ['min_capacity'], 9, { max_capacity: 8 }, 'reject'],
  ['aws_appautoscaling_target', ['min_capacity'], 8, { max_capacity: 8 }, 'accept'],
  ['aws_db_instance', ['allocated_storage'], 200, { max_allocated_storage: 100 }, 'reject'],
  ['aws_db_instance', ['allocated_storage'], 200, { max_allocated_storage: 0 }, 'accept'],
  ['aws_db_instance', ['allocated_storage'], 200, {}, 'accept'],
  ['aws_db_instance', ['max_allocated_storage'], 10, { allocated_storage: 20 }, 'reject'],
  ['aws_db_instance', ['max_allocated_storage'], 0, { allocated_storage: 20 }, 'accept'],
  [
    'aws_rds_cluster',
    ['serverlessv2_scaling_configuration', 0, 'min_capacity'],
    4,
    { 'serverlessv2_scaling_configuration.0.max_capacity': 2 },
    'reject',
  ],
  [
    'aws_ecs_service',
    ['deployment_minimum_healthy_percent'],
    150,
    { deployment_maximum_percent: 100 },
    'reject',
  ],
  [
    'aws_batch_compute_environment',
    ['compute_resources', 0, 'desired_vcpus'],
    64,
    { 'compute_resources.0.min_vcpus': 0, 'compute_resources.0.max_vcpus': 32 },
    'reject',
  ],
  ['aws_spot_fleet_request', ['target_capacity'], 1, { on_demand_target_capacity: 2 }, 'reject'],
  ['aws_sqs_queue', ['delay_seconds'], 900, { max_size: 1 }, 'accept'],
];

describe('an invariant', () => {
  it.each(rows)('%s %j = %d beside %j: %s', (type, path, value, code, outcome) => {
    const drift = makeDrift(`${type}.x`, path, 5, value);

    const [decision] = play({ drifts: [drift], by: by('human'), code });

    expect(decision?.verdict.outcome).toBe(outcome);
    if (outcome !== 'reject') return;
    expect(decision?.verdict.rule).toBe('invariant');
    expect(decision?.grounds?.contests[0]?.blame).toMatchObject([
      { party: 'invariant', weight: { tier: 'invariant' } },
    ]);
    expect(decision?.explanation).toContain(
      'The change gives way to invariant, which ranks higher on tier.',
    );
  });
});

describe('limits that another resource sets', () => {
  it('bound what a controller owns', () => {
    const drift = makeDrift('aws_ecs_service.api', ['desired_count'], 2, 4);

    const [decision] = play({
      drifts: [drift],
      by: by('controller'),
      input: { limitsOf: () => ({ min: 2, max: 8 }) },
    });

    expect(decision?.verdict).toMatchObject({ outcome: 'delegate', bounds: { min: 2, max: 8 } });
  });
});
