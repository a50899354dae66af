/** Attributes that hold DNS names, which providers write with and without the final dot. */
const dnsNames: ReadonlySet<string> = new Set(['aws_route53_record.name', 'aws_route53_zone.name']);

/** Versions for which `15` in the code covers `15.4`. */
const versionPrefixes: ReadonlySet<string> = new Set([
  'aws_db_instance.engine_version',
  'aws_rds_cluster.engine_version',
  'aws_rds_cluster_instance.engine_version',
]);

/** `name` is a type and an attribute: `aws_route53_zone.name`. */
export function isDnsName(name: string): boolean {
  return dnsNames.has(name);
}

/** `name` is a type and an attribute: `aws_db_instance.engine_version`. */
export function isVersionPrefix(name: string): boolean {
  return versionPrefixes.has(name);
}
