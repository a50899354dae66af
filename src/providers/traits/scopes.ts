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
