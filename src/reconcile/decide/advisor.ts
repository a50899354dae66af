import type { Model } from '../../stages/intent/llm/port.ts';
import type { Prompt } from '../../stages/intent/llm/prompt.ts';

/** What a model may be asked. */
export type AdvisorTask =
  /** What calls set that the catalog does not know, and what such sessions were for. */
  | 'operations'
  /** What sessions were for that the rules read poorly. */
  | 'sessions';

/** A language model and what it is asked. It advises: no verdict is decided by it. */
export interface Advisor {
  readonly model: Model;
  readonly prompts: { readonly session: Prompt; readonly operation: Prompt };
  readonly tasks: ReadonlySet<AdvisorTask>;
  /** True where a plan will judge what it proposes; otherwise proposals are only reported. */
  readonly tried: boolean;
}
