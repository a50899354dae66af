/** How the values of a field are turned into what is paid for. */
export type Measure =
  /** So many of something. */
  | 'count'
  /** How many there may be, or have to be at least: nothing is paid for the limit itself. */
  | 'limit'
  /** An amount with a unit, as Kubernetes writes it: `20Gi`. */
  | 'quantity'
  /** Sizes of AWS: `db.r6g.xlarge`. */
  | 'aws-size'
  /** Sizes of Azure and Google Cloud that end in a number: `Standard_D4s_v5`, `n2-standard-8`. */
  | 'numbered-size'
  /** Tiers of Azure that double from one to the next: `P2v3`. */
  | 'plan-size'
  /** Databases of Azure SQL: `S3`, `GP_Gen5_8`. */
  | 'sql-size';

/** One field that what is paid goes up and down with. */
export interface CostField {
  /** Names with dots, without positions: `scaling_config.desired_size`. */
  readonly path: string;
  readonly measure: Measure;
  /** For sentences: `nodes`. */
  readonly unit: string;
  /** As many pieces of the size of the same resource are paid for. */
  readonly pieces?: true;
}

/** Fields by type. */
export type CostTable = Readonly<Record<string, readonly CostField[]>>;
