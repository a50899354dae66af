/** What is wrong with a guard, and where in its text. */
export interface GuardProblem {
  /** A sentence without a period. */
  readonly message: string;
  /** 0-based offset in the guard's text. */
  readonly offset: number;
}
