/**
 * Forms of the region names in the partitions of AWS, which new regions follow. Source:
 * `regionRegex` in the partition data of the AWS SDKs.
 */
const regions: readonly RegExp[] = [
  /^(?:us|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d+$/,
  /^(?:cn|us-gov|us-iso|us-isob|us-isof|eu-isoe)-[a-z]+-\d+$/,
  /^eusc-de-[a-z]+-\d+$/,
];

/** True for a possible region of AWS; anonymized and made up logs have others. */
export function isRegion(region: string): boolean {
  return regions.some((pattern) => pattern.test(region));
}
