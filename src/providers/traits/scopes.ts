import { cloudOfType } from './clouds.ts';

/** Services without regions: their calls are logged in one region, wherever resources are used. */
const worldwide = [
  'budgets',
  'cloudfront',
  'globalaccelerator',
  'iam',
  'organizations',
  'route53',
  'route53domains',
  'shield',
] as const;

/** The region under which AWS logs calls of services without regions. */
export const globalRegion = 'us-east-1';

/** True if the region in records of this service does not show where its resources are. */
export function isWorldwideService(service: string): boolean {
  return worldwide.some((one) => service === `${one}.amazonaws.com`);
}

/** True for types of services without regions; resolvers are Route 53's, but have one. */
export function isWorldwideType(type: string): boolean {
  if (type.startsWith('aws_route53_resolver_')) return false;
  return worldwide.some((one) => type.startsWith(`aws_${one}_`));
}

/** True for types whose ids are paths, in which the id of a whole is a prefix of its parts' ids. */
export function hasPathIds(type: string): boolean {
  const cloud = cloudOfType(type);
  return cloud === 'azure' || cloud === 'gcp';
}

/** Types whose names are unique across all regions, and whose calls are logged in their own. */
const namedWorldwide = /^aws_s3_/;

export function isNamedWorldwide(type: string): boolean {
  return namedWorldwide.test(type);
}

/**
 * The least number of segments that the id of a whole has: an Azure group contains everything below
 * it, but only grants belong to a Google Cloud project itself.
 */
export function segmentsOfWhole(type: string): number {
  return type.startsWith('google_project_') ? 2 : type.startsWith('google_') ? 3 : 4;
}
