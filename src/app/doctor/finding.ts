/** One thing Parley looked for. */
export interface DoctorFinding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'too old' | 'wrong';
  /** What was found. */
  readonly detail: string;
  /** What it is good for, and how to get it. */
  readonly advice: string;
  /** Parley does not work without it. */
  readonly required: boolean;
}
