/** How the values of a field are converted to what is billed. */
export type Measure =
  /** A number of something. */
  | 'count'
  /** The maximum or minimum number of something; the limit itself costs nothing. */
  | 'limit'
  /** An amount with a unit, as Kubernetes writes it: `20Gi`. */
  | 'quantity'
  /** Sizes of AWS: `db.r6g.xlarge`. */
  | 'aws-size'
  /** Sizes of Azure and Google Cloud that end in a number: `Standard_D4s_v5`, `n2-standard-8`. */
  | 'numbered-size'
  /** Tiers of Azure, each double the previous one: `P2v3`. */
  | 'plan-size'
  /** Databases of Azure SQL: `S3`, `GP_Gen5_8`. */
  | 'sql-size';

/** A field that changes the cost of its resource. */
export interface CostField {
  /** Names separated by dots, without indexes: `scaling_config.desired_size`. */
  readonly path: string;
  readonly measure: Measure;
  /** The unit in sentences: `nodes`. */
  readonly unit: string;
  /** It counts pieces, whose size is in another field of the same resource. */
  readonly pieces?: true;
}

export type CostTable = Readonly<Record<string, readonly CostField[]>>;
