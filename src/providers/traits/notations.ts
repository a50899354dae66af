/** Attributes that hold DNS names, which providers write with and without the final dot. */
const dnsNames: ReadonlySet<string> = new Set(['aws_route53_record.name', 'aws_route53_zone.name']);

/** Versions for which `15` in the code covers `15.4`. */
const versionPrefixes: ReadonlySet<string> = new Set([
  'aws_db_instance.engine_version',
  'aws_rds_cluster.engine_version',
  'aws_rds_cluster_instance.engine_version',
]);

export function isDnsName(type: string, attribute: string): boolean {
  return dnsNames.has(`${type}.${attribute}`);
}

export function isVersionPrefix(type: string, attribute: string): boolean {
  return versionPrefixes.has(`${type}.${attribute}`);
}
