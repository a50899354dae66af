/** One thing that Parley checked. */
export interface DoctorFinding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'too old' | 'wrong';
  /** What was found. */
  readonly detail: string;
  /** What it is needed for, and how to get it. */
  readonly advice: string;
  /** True where Parley does not work without it. */
  readonly required: boolean;
}
