import { describe, expect, it } from 'vitest';
import type { IndexedResource, StateIndex } from '../../../src/code/terraform/state/types.ts';
import { attributesIn } from '../../../src/code/terraform/state/values.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { createScalingLimits } from '../../../src/reconcile/managed/scaling-limits.ts';

function resource(address: string, attributes: IndexedResource['attributes']): IndexedResource {
  const [type = '', name = ''] = address.split('.');
  return {
    address,
    resourceAddress: address,
    module: '',
    mode: 'managed',
    type,
    name,
    key: undefined,
    provider: '',
    ...attributesIn(attributes),
    identity: {},
    dependencies: [],
    tainted: false,
  };
}

const resources: readonly IndexedResource[] = [
  resource('aws_ecs_service.api', {
    name: 'api',
    cluster: 'arn:aws:ecs:us-east-1:123456789012:cluster/shop',
  }),
  resource('aws_ecs_service.other', { name: 'api', cluster: 'other' }),
  resource('aws_dynamodb_table.orders', { name: 'orders' }),
  resource('aws_appautoscaling_target.api', {
    resource_id: 'service/shop/api',
    scalable_dimension: 'ecs:service:DesiredCount',
  }),
  resource('aws_appautoscaling_target.write', {
    resource_id: 'table/orders',
    scalable_dimension: 'dynamodb:table:WriteCapacityUnits',
  }),
];
const index: Pick<StateIndex, 'get' | 'where'> = {
  get: (address) => resources.find((one) => one.address === address),
  where: (type, attribute, value) =>
    resources.filter((one) => one.type === type && one.attributes[attribute] === value),
};
const declared = new Map([
  ['aws_appautoscaling_target.api min_capacity', 2],
  ['aws_appautoscaling_target.api max_capacity', 8],
  ['aws_appautoscaling_target.write max_capacity', 40],
]);
const limitsOf = createScalingLimits(index, (address, path) =>
  declared.get(`${address} ${path.join('.')}`),
);

describe('limits by scaling targets', () => {
  it.each<[string, AttributePath, object | undefined]>([
    ['aws_ecs_service.api', ['desired_count'], { min: 2, max: 8 }],
    ['aws_ecs_service.other', ['desired_count'], undefined],
    ['aws_ecs_service.api', ['name'], undefined],
    ['aws_dynamodb_table.orders', ['write_capacity'], { max: 40 }],
    ['aws_dynamodb_table.orders', ['read_capacity'], undefined],
    ['aws_ecs_service.gone', ['desired_count'], undefined],
  ])('%s %j: %j', (address, path, expected) => {
    expect(limitsOf(address, path)).toEqual(expected);
  });
});
