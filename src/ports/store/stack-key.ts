/** A stack, and whose it is: nothing of one tenant is ever read for another. */
export interface StackKey {
  readonly tenant: string;
  readonly stack: string;
}
