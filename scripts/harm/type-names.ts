import type { Fact } from './read.ts';

/** The meaning of creating or deleting a resource with such a type name. */
export interface TypeMeaning extends Omit<Fact, 'provider' | 'type' | 'path' | 'sources'> {
  readonly of: RegExp;
}

export const typeMeanings: readonly TypeMeaning[] = [
  deleted(/_(?:auditing_policy|diagnostic_setting)$/, 'security', 4, 'actions go unrecorded'),
  deleted(
    /_(?:security_alert_policy|threat_protection|vulnerability_assessment|storage_defender)$/,
    'security',
    3,
    'attacks go unnoticed',
  ),
  deleted(/_customer_managed_key$/, 'security', 3, 'the customer-managed key is given up'),
  deleted(
    /_(?:alert_policy|alert_rule|metric_alert|query_rules_alert|uptime_check_config|prometheus_rule_group)$/,
    'observability',
    3,
    'nobody is alerted',
  ),
  deleted(
    /_(?:sql|mongo|gremlin|cassandra|mysql|postgresql|mssql|spanner|bigtable|firestore|alloydb)\w*_(?:database|keyspace|collection|graph|table)$/,
    'durability',
    5,
    'content is gone',
  ),
  deleted(/_(?:backup|snapshot)$/, 'durability', 4, 'restore point is gone'),
  deleted(/_backup_(?:plan|policy(?:_\w+)?|protected_\w+)$/, 'durability', 4, 'backups stop'),
  {
    of: /_role_assignment$/,
    predicate: 'created',
    dimension: 'security',
    severity: 3,
    meaning: 'an identity gains permissions',
  },
];

function deleted(
  of: RegExp,
  dimension: Fact['dimension'],
  severity: Fact['severity'],
  meaning: string,
): TypeMeaning {
  return { of, predicate: 'deleted', dimension, severity, meaning };
}
