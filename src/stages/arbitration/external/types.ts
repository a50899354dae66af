import type { Decision } from '../../../model/decision.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Result } from '../../../model/result.ts';

/** What an outside policy says. It may re-rank rules, veto and escalate; it never approves. */
export interface ExternalAnswer {
  /** Priorities of rules within their tiers, by rule; the others keep theirs. */
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

/** Where the answer comes from: what the receipt of a decision has to name. */
export interface ExternalPolicy {
  /** `opa wasm`, `opa http://...`, `opa cli`. */
  readonly name: string;
  /** Of the policy, as far as it can be determined: `sha256:` and 64 hex digits, or a bundle's revision. */
  readonly digest?: string;
}

export interface OutsideReply extends ExternalPolicy {
  readonly answer: ExternalAnswer;
}

/** What came of asking: with it, the same decisions become the same again. */
export interface OutsideSaid extends ExternalPolicy {
  readonly answer?: ExternalAnswer;
  /** Why there is no answer. */
  readonly problem?: string;
}

/** What an outside policy said, and the decisions that follow from it. */
export interface OutsideRuling {
  readonly said: OutsideSaid;
  readonly decisions: readonly Decision[];
}

/** An external policy engine. Never throws for what the engine does. */
export interface ExternalPolicyPort {
  readonly name: string;
  /** `question` has the schema `parley/outside/v1`. */
  ask(question: JsonObject): Promise<Result<OutsideReply>>;
}
