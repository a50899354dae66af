import type { JsonObject } from '../../model/json.ts';
import { own } from '../../model/json.ts';

export const routeType = 'aws_route';

const destinations = [
  'destination_cidr_block',
  'destination_ipv6_cidr_block',
  'destination_prefix_list_id',
];

/** Where a route leads, by which people tell the routes of a table apart. */
export function routeDestination(attributes: JsonObject): string | undefined {
  return destinations
    .map((name) => own(attributes, name))
    .find((value): value is string => typeof value === 'string' && value !== '');
}
