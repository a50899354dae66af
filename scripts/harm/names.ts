import type { Fact } from './read.ts';
import { securityNames } from './security-names.ts';

/** The meaning of an attribute's name, for booleans unless `kind` is given. */
export interface NameMeaning
  extends Pick<Fact, 'predicate' | 'dimension' | 'severity' | 'meaning'> {
  readonly names: readonly string[];
  readonly kind?: 'number' | 'string';
  /** The types for which it holds, by name; defaults to all. */
  readonly of?: RegExp;
  readonly notOf?: RegExp;
}

export type NameRow = readonly [
  names: string,
  predicate: string,
  dimension: Fact['dimension'],
  severity: Fact['severity'],
  meaning: string,
  more?: Pick<NameMeaning, 'kind' | 'of' | 'notOf'>,
];

const number = { kind: 'number' } as const;

const others: readonly NameRow[] = [
  [
    'deletion_protection deletion_protection_enabled delete_protection',
    '= false',
    'durability',
    3,
    'the resource can be deleted',
  ],
  [
    'purge_protection_enabled',
    '= false or removed',
    'durability',
    4,
    'deleted content may be purged',
  ],
  [
    'force_destroy',
    '= true',
    'durability',
    3,
    'deletion includes the content',
    {
      of: /bucket|repository|database|workgroup|_store|featurestore|bigtable|spanner|managed_folder/,
    },
  ],
  ['skip_final_snapshot skip_final_backup', '= true', 'durability', 3, 'deletion leaves no backup'],
  [
    'geo_backup_policy_enabled geo_redundant_backup_enabled scheduled_backup_enabled',
    '= false',
    'durability',
    3,
    'some backups are off',
  ],
  [
    'multi_az zone_redundant zone_redundancy_enabled multi_az_with_standby_enabled',
    '= false or removed',
    'availability',
    3,
    'the outage of one zone can stop it',
  ],
  ['monitoring enable_monitoring', '= false', 'observability', 2, 'metrics are less detailed'],
  [
    'enable_performance_insights performance_insights_enabled',
    '= false',
    'observability',
    2,
    'slow queries go unnoticed',
  ],
  [
    'is_logging_enabled enable_stackdriver_logging',
    '= false',
    'observability',
    2,
    'nothing is logged',
  ],
  ['require_approval', '= false', 'governance', 3, 'no approval is required'],
  [
    'backup_retention_period backup_retention_days backup_retention_period_in_days snapshot_retention_limit automated_snapshot_retention_period',
    'lower',
    'durability',
    4,
    'older backups are deleted',
    number,
  ],
  [
    'daily_backups_to_keep weekly_backups_to_keep monthly_backups_to_keep',
    'lower',
    'durability',
    3,
    'older backups are deleted',
    number,
  ],
  [
    'soft_delete_retention_days',
    'lower',
    'durability',
    3,
    'deleted content is purged sooner',
    number,
  ],
  [
    'min_size min_capacity min_capacity_units min_instance_count min_replicas',
    'lower',
    'availability',
    3,
    'less capacity is kept running',
    { ...number, notOf: /mssql_elasticpool/ },
  ],
];

/** Among equal names, the first that fits the type counts. */
export const nameMeanings: readonly NameMeaning[] = [...securityNames, ...others].map(
  ([names, predicate, dimension, severity, meaning, more]) => ({
    names: names.split(' '),
    predicate,
    dimension,
    severity,
    meaning,
    ...more,
  }),
);
