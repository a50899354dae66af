import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { SlackApp } from './slack-apps.ts';

/** A channel of Slack that is notified of a stack. */
export interface SlackPlace {
  readonly key: StackKey;
  /** Id of the channel in Slack. */
  readonly channel: string;
  readonly app: SlackApp;
}

export interface NotifyPorts {
  readonly store: ServiceStore;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** The address at which the report of a run can be read. */
  readonly linkTo?: (key: StackKey, run: string) => string | undefined;
}

/** Called for failures that a retry cannot solve. */
export type OnFailure = (failure: SendFailure) => void;
