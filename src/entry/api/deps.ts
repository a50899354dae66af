import type { Tracer } from '@opentelemetry/api';
import type { Hono } from 'hono';
import type { Rate, RateLimit } from '../../adapters/queue/rate-limit.ts';
import type { Queues } from '../../adapters/queue/types.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { AnsweredIntent, AnswerRequest, AskedBeforehand } from '../../app/answer/answer.ts';
import type { ResourceServices } from '../../app/resource/open.ts';
import type { StackChanges } from '../../app/settings/change.ts';
import type { LiveSettings } from '../../app/settings/live.ts';
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

/** The parts of `parley.yaml` that the API needs. */
export type ApiSettings = Pick<
  ConfigFile,
  'stacks' | 'sources' | 'forges' | 'gitops' | 'server'
> & {
  /** The price of a million tokens, where a language model is used. */
  readonly model?: Pick<NonNullable<ConfigFile['model']>, 'price'> | undefined;
};

/** What the HTTP interface works with. */
export interface ApiDeps {
  readonly settings: ApiSettings;
  readonly store: ServiceStore;
  readonly jobs: ApiJobs;
  readonly answers: ApiAnswers;
  readonly registers: ApiRegisters;
  readonly callers: ApiCallers;
  readonly process: ApiProcess;
  readonly runtime: ApiRuntime;
  /** Mounted at `/api/v1/slack`. It authenticates its callers itself. */
  readonly slack?: Hono;
}

/** The jobs of the service. */
export interface ApiJobs {
  readonly queues: Pick<Queues, 'queue'>;
  /** Hands the jobs of the outbox to their queues. */
  readonly flushOutbox: () => Promise<void>;
}

/** What people and agents want to happen to a stack: taken, checked or tried. */
export interface ApiAnswers {
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<AnsweredIntent>>;
  /** Checks whether somebody may give an answer, before a client offers it. */
  readonly mayAnswer?: (key: StackKey, ask: AskedBeforehand) => Promise<Result<void>>;
  /**
   * Tries a change to a stack without writing anything. Left out where the code is not available.
   */
  readonly tryChange?: (key: StackKey, change: AskedChange) => Promise<Result<WouldHappen>>;
}

/** What is kept for tenants by rules of its own, not by the store alone. */
export interface ApiRegisters {
  readonly receipts: WithReceipts;
  /** The resources that a tenant declared. Left out where no registry is used. */
  readonly resources?: (tenant: string) => Promise<Result<ResourceServices>>;
  /** Adds and removes stacks. */
  readonly stacks: StackChanges;
  /** Keeps incidents in the file of `incidents_file` instead of the store. */
  readonly keepIncident?: (call: IncidentCall) => Promise<void>;
}

/** How callers are recognized and limited. */
export interface ApiCallers {
  /** The value of a setting `${NAME}`; undefined where the environment has none. */
  readonly resolve: (reference: string) => string | undefined;
  /** Verifies the tokens with which Pub/Sub signs its pushes. */
  readonly verifyGoogleToken: VerifyGoogleToken;
  /** Identity providers for signing in. */
  readonly oidc?: readonly OidcProvider[];
  /**
   * Creates the counter of calls, shared with other processes where there are some; defaults to one
   * for this process.
   */
  readonly limit?: (rate: Rate) => RateLimit;
}

/** How this process stands: whether it stops, and how old its settings are. */
export interface ApiProcess {
  /** True once no further calls should arrive. */
  readonly isStopping: () => boolean;
  /**
   * Aborted when a process with newer settings takes over, or when this process stops. Open
   * responses then end.
   */
  readonly ending?: AbortSignal;
  /**
   * How the settings of this process compare with those of other processes; undefined before that
   * is known.
   */
  readonly standing?: () => Pick<LiveSettings, 'version' | 'newest'> | undefined;
  /** Jobs that wait for a process with other settings, as far as this process has seen them. */
  readonly waitingJobs?: () => number;
}

/** Clocks, ids and limits of time, and what is observed of the calls. */
export interface ApiRuntime {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
  /** A new request id of letters, digits and dashes. */
  readonly newId: () => string;
  readonly limits?: Partial<ApiLimits>;
  /** Version of Parley, for the OpenAPI document. */
  readonly version: string;
}

export interface ApiLimits {
  /** Milliseconds within which the body of a request must arrive. */
  readonly bodyTime: number;
  /** Milliseconds that an answer may take once the body has arrived. */
  readonly answerTime: number;
  /** Milliseconds that an answer may take in addition where it waits for a trial change. */
  readonly trialTime: number;
  /** Milliseconds within which store and queue must report that they are ready. */
  readonly readyTime: number;
  /** Milliseconds between two checks for changes to report to open pages. */
  readonly livePause: number;
  /** Milliseconds between two keep-alive messages to an open page. */
  readonly liveBeat: number;
}

export const defaultLimits: ApiLimits = {
  bodyTime: 15_000,
  answerTime: 30_000,
  trialTime: 0,
  readyTime: 3_000,
  livePause: 1_000,
  liveBeat: 15_000,
};
