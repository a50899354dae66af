import type { Log } from '../../../adapters/telemetry/log.ts';
import type { AnsweredIntent, AnswerRequest } from '../../../app/answer/answer.ts';
import type { NotifyFailure } from '../../../app/notify/handler.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import type { NotifyPorts } from '../../../app/notify/slack-place.ts';
import type { ChannelSettings } from '../../../config/service/channels.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { Result } from '../../../model/result.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';

/** The dependencies of the routes that Slack calls. */
export interface SlackRoutesDeps extends NotifyPorts {
  readonly apps: readonly SlackApp[];
  /** The stacks of all tenants. */
  readonly stacks: readonly Stack[];
  /** The channels of all tenants. */
  readonly channels: readonly ChannelSettings[];
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<AnsweredIntent>>;
  /** Checks whether somebody may give an answer, before a form asks for details. */
  readonly mayAnswer?: (
    key: StackKey,
    ask: Pick<AnswerRequest, 'intent' | 'action' | 'by'>,
  ) => Promise<Result<void>>;
  /** When a stack is scanned next, ISO 8601 UTC. */
  readonly nextScan: (key: StackKey) => Promise<string | undefined>;
  /** Hands the jobs of the outbox to their queues. */
  readonly flushOutbox: () => Promise<void>;
  /** Runs work after the response. */
  readonly later: (work: () => Promise<void>) => void;
  readonly log: Log;
  /** Called for messages that were not delivered and will not be tried again. */
  readonly onEvent: (failure: NotifyFailure) => void;
}
