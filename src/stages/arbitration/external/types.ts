import type { Decision } from '../../../model/decision.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Result } from '../../../model/result.ts';

/** The answer of an external policy. It may re-rank rules, veto and escalate, but never approve. */
export interface ExternalResponse {
  /** New priorities of rules within their tiers, by rule id. Other rules keep their priorities. */
  readonly priorities?: Readonly<Record<string, number>> | undefined;
  readonly decisions?:
    | readonly {
        readonly intent: string;
        readonly drift: string;
        /** `veto`: the code stays. `escalate`: a person decides. */
        readonly action: 'veto' | 'escalate';
        readonly because: string;
      }[]
    | undefined;
}

/** The external policy that answered; the receipt of a decision has to name it. */
export interface ExternalPolicy {
  /** `opa wasm`, `opa http://...`, `opa cli`. */
  readonly name: string;
  /**
   * Digest of the policy, as far as it can be determined: `sha256:` and 64 hex digits, or a
   * bundle's revision.
   */
  readonly digest?: string;
}

export interface ExternalReply extends ExternalPolicy {
  readonly answer: ExternalResponse;
}

/** The recorded result of asking. With it the same decisions can be reproduced. */
export interface ExternalRecord extends ExternalPolicy {
  readonly answer?: ExternalResponse;
  /** Why there is no answer. */
  readonly problem?: string;
}

/** The result of asking an external policy, and the decisions that follow from it. */
export interface ExternalRuling {
  readonly record: ExternalRecord;
  readonly decisions: readonly Decision[];
}

/** An external policy engine. Reports engine failures as results and never throws. */
export interface ExternalPolicyPort {
  readonly name: string;
  /** `question` has the schema `parley/external-policy/v1`. */
  ask(question: JsonObject): Promise<Result<ExternalReply>>;
}
