/**
 * What the partitions of AWS call their regions; new regions keep to it.
 * Source: `regionRegex` in the partition data of the AWS SDKs.
 */
const regions: readonly RegExp[] = [
  /^(?:us|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d+$/,
  /^(?:cn|us-gov|us-iso|us-isob|us-isof|eu-isoe)-[a-z]+-\d+$/,
  /^eusc-de-[a-z]+-\d+$/,
];

/** True for what may be a region of AWS; anonymized and made up logs have others. */
export function isRegion(region: string): boolean {
  return regions.some((pattern) => pattern.test(region));
}
