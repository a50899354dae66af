/** A stack and its tenant. Nothing of one tenant is ever read for another. */
export interface StackKey {
  readonly tenant: string;
  readonly stack: string;
}
