import type { Want } from '../../model/intent.ts';
import type { IntentState } from '../../model/lifecycle.ts';

/** An intent as `parley intent list` shows it. */
export interface ListedIntent {
  readonly id: string;
  /** `log` when it was inferred. */
  readonly source: 'parley.yaml' | 'store' | 'ticket' | 'log';
  readonly state: IntentState;
  readonly summary: string;
  readonly who: { readonly name: string; readonly class: string; readonly principal: string };
  /** `aws_x.y size`; those of an inferred intent as of the run that saw it last. */
  readonly fields: readonly string[];
  readonly want?: Want;
  readonly or?: Want;
  readonly ticket?: string;
  /** ISO 8601 UTC. */
  readonly from: string;
  readonly until?: string;
  /** ISO 8601 UTC: of what is in force, when somebody last looked. */
  readonly lastLooked?: string;
}
