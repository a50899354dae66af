import type { Harm } from '../../../model/harm.ts';

/** Who may do what on what, under which conditions: one block of the product of its lists. */
export interface Grant {
  /**
   * `*` for anybody; `arn:aws:iam::111122223333:root` for an account; `service:sns.amazonaws.com`,
   * `federated:...`, `canonical:...`; members of Google; ids of Azure; `user:`, `group:` and
   * `serviceaccount:` of Kubernetes; `self` for whom a document of an identity is attached to.
   */
  readonly principals: readonly string[];
  /** Actions of AWS in lower case, roles of Google and Azure, `verb resource` of Kubernetes. */
  readonly actions: readonly string[];
  /** `*` where the document names none. */
  readonly resources: readonly string[];
  /** What else must hold, in one fixed form: `StringEquals aws:PrincipalOrgID o-1`. */
  readonly conditions: readonly string[];
}

/** What a change lets happen that it did not before, and what it no longer lets. */
export interface GrantChange {
  readonly added: readonly Grant[];
  readonly removed: readonly Grant[];
}

/** What a change of a resource does to who may do what. */
export interface GrantJudgment {
  readonly harms: readonly Harm[];
  readonly grants: GrantChange;
}

const noGrants: GrantChange = { added: [], removed: [] };
export const noJudgment: GrantJudgment = { harms: [], grants: noGrants };
