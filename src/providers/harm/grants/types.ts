import type { Harm } from '../../../model/harm.ts';

/** Who may do what on what, under which conditions: all combinations of its lists. */
export interface Grant {
  /**
   * `*` for anyone; `arn:aws:iam::111122223333:root` for an account; `service:sns.amazonaws.com`,
   * `federated:...`, `canonical:...`; members of Google; ids of Azure; `user:`, `group:` and
   * `serviceaccount:` of Kubernetes; `self` for whatever an identity's document is attached to.
   */
  readonly principals: readonly string[];
  /** Actions of AWS in lower case, roles of Google and Azure, `verb resource` of Kubernetes. */
  readonly actions: readonly string[];
  /** `*` if the document names none. */
  readonly resources: readonly string[];
  /** Further conditions in normalized form: `StringEquals aws:PrincipalOrgID o-1`. */
  readonly conditions: readonly string[];
}

/** What a change allows that was not allowed before, and what it no longer allows. */
export interface GrantChange {
  readonly added: readonly Grant[];
  readonly removed: readonly Grant[];
}

/** How a change of a resource affects who may do what. */
export interface GrantJudgment {
  readonly harms: readonly Harm[];
  readonly grants: GrantChange;
}

const noGrants: GrantChange = { added: [], removed: [] };
export const noJudgment: GrantJudgment = { harms: [], grants: noGrants };
