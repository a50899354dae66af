import type { Want } from '../../model/intent.ts';
import type { IntentState } from '../../model/lifecycle.ts';

/** An intent in the form in which `parley intent list` shows it. */
export interface ListedIntent {
  readonly id: string;
  /** `log` for an inferred intent. */
  readonly source: 'parley.yaml' | 'store' | 'ticket' | 'log';
  readonly state: IntentState;
  readonly summary: string;
  readonly who: { readonly name: string; readonly class: string; readonly principal: string };
  /** `aws_x.y size`; for an inferred intent, as of the last run that saw it. */
  readonly fields: readonly string[];
  readonly want?: Want;
  readonly or?: Want;
  readonly ticket?: string;
  /** ISO 8601 UTC. */
  readonly from: string;
  readonly until?: string;
  /** When somebody last checked an intent that is in force, ISO 8601 UTC. */
  readonly lastLooked?: string;
}
