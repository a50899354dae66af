import type { Tracer } from '@opentelemetry/api';
import type { Hono } from 'hono';
import type { Rate, RateLimit } from '../../adapters/queue/rate-limit.ts';
import type { Queues } from '../../adapters/queue/types.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { AnsweredIntent, AnswerRequest, AskedBeforehand } from '../../app/answer/answer.ts';
import type { ResourceDesk } from '../../app/resource/open.ts';
import type { StackChanges } from '../../app/settings/change.ts';
import type { SettingsStanding } from '../../app/settings/standing.ts';
import type { AskedChange } from '../../app/trial/would-change.ts';
import type { WouldHappen } from '../../app/trial/would-happen.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Result } from '../../model/result.ts';
import type { OidcProvider } from '../../ports/oidc.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { VerifyGoogleToken } from './events/google-token.ts';
import type { IncidentCall } from './incidents.ts';

/** What the API needs to know of `parley.yaml`. */
export type ApiSettings = Pick<
  ConfigFile,
  'stacks' | 'sources' | 'forges' | 'gitops' | 'server'
> & {
  /** What a million tokens cost, where a model is asked. */
  readonly model?: Pick<NonNullable<ConfigFile['model']>, 'price'> | undefined;
};

export interface ApiDeps {
  readonly settings: ApiSettings;
  readonly store: ServiceStore;
  readonly queues: Pick<Queues, 'queue'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Milliseconds since some moment; it never goes back. */
  readonly elapsed: () => number;
  /** A new id for a request: letters, digits and dashes. */
  readonly newId: () => string;
  /** The value of a setting `${NAME}`; undefined where the environment has none. */
  readonly resolve: (reference: string) => string | undefined;
  /** Hands the jobs of the outbox to their queues. */
  readonly flushOutbox: () => Promise<void>;
  /** Looks at the tokens that Pub/Sub signs its pushes with. */
  readonly verifyGoogleToken: VerifyGoogleToken;
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<AnsweredIntent>>;
  /** Why somebody may not give an answer, for who shows it before it is sent. */
  readonly mayAnswer?: (key: StackKey, ask: AskedBeforehand) => Promise<Result<void>>;
  readonly receipts: WithReceipts;
  /** Providers that people sign in by. */
  readonly oidc?: readonly OidcProvider[];
  /** What would become of a change to a stack; nothing is written. Left out where no code is at hand. */
  readonly tryChange?: (key: StackKey, change: AskedChange) => Promise<Result<WouldHappen>>;
  /** What a tenant declared to exist. Left out where nothing is published. */
  readonly resources?: (tenant: string) => Promise<Result<ResourceDesk>>;
  /** How the settings of this process stand beside those of others; undefined before it is known. */
  readonly standing?: () => Pick<SettingsStanding, 'version' | 'newest'> | undefined;
  /** Jobs that wait for a process with other settings, as far as this one met them. */
  readonly waitingJobs?: () => number;
  /** Adds stacks, and takes them out. */
  readonly stacks: StackChanges;
  /** True from the moment on at which no more calls should come. */
  readonly isStopping: () => boolean;
  /** Aborted when another one with newer settings takes over, or the process stops: what is open ends. */
  readonly ending?: AbortSignal;
  /** Keeps what an incident tool says in the file of `incidents_file`, in place of the store. */
  readonly keepIncident?: (call: IncidentCall) => Promise<void>;
  /** Mounted at `/api/v1/slack`; it checks by itself who calls. */
  readonly slack?: Hono;
  /** Of Parley, for the OpenAPI document. */
  readonly version: string;
  /** Counts calls, with other processes where there are some; by itself when left out. */
  readonly limit?: (rate: Rate) => RateLimit;
  readonly limits?: Partial<ApiLimits>;
}

export interface ApiLimits {
  /** Milliseconds that the body of a request may take to arrive. */
  readonly bodyTime: number;
  /** Milliseconds that an answer may take once the body is here. */
  readonly answerTime: number;
  /** Milliseconds that store and queue may take to say that they are ready. */
  readonly readyTime: number;
  /** Milliseconds between two looks for changes that open pages are notified of. */
  readonly livePause: number;
  /** Milliseconds between two signs of life to an open page. */
  readonly liveBeat: number;
}

export const defaultLimits: ApiLimits = {
  bodyTime: 15_000,
  answerTime: 30_000,
  readyTime: 3_000,
  livePause: 1_000,
  liveBeat: 15_000,
};
