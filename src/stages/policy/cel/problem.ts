/** A problem in a guard, with its place in the text. */
export interface GuardProblem {
  /** A sentence without a period. */
  readonly message: string;
  /** 0-based offset in the guard's text. */
  readonly offset: number;
}
