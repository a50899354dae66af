import type { Model } from '../../stages/intent/llm/port.ts';
import type { Prompt } from '../../stages/intent/llm/prompt.ts';

/** The tasks that a model may be given. */
export type AdvisorTask =
  /** What calls that are unknown to the catalog set, and the purpose of such sessions. */
  | 'operations'
  /** The purpose of sessions that the rules understand poorly. */
  | 'sessions';

/** A language model and its tasks. It only advises and never decides a verdict. */
export interface Advisor {
  readonly model: Model;
  readonly prompts: { readonly session: Prompt; readonly operation: Prompt };
  readonly tasks: ReadonlySet<AdvisorTask>;
  /** True if a plan will judge its proposals; otherwise they are only reported. */
  readonly tried: boolean;
}
