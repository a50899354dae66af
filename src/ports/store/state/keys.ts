import type { z } from 'zod';
import {
  Begun,
  Collected,
  CommentReply,
  Committing,
  Converged,
  DeclareCall,
  Dispatch,
  ForgeLook,
  LastComment,
  LastConfirmation,
  Lease,
  LivingProcess,
  Losses,
  MergeReview,
  Nothing,
  ResourceCall,
  RunAgain,
  ScanCall,
  SentDigest,
  SentGuard,
  SentMessage,
  SentVersion,
  SentWishes,
  Session,
  SettingsVersion,
  SpentTokens,
  StackFailure,
  Unknown,
  Visit,
  WaitingReply,
} from './schemas.ts';
import type { StateGroup, StateKey, StateKind } from './types.ts';

// Names of stacks, channels, sources and forges have neither spaces nor colons, so that keys are
// unique. Existing stores contain these texts, so they must not change.

export const leaseKeys = {
  run: (stack: string) => keyOf('lease', `run ${stack}`, Lease),
  proposals: (stack: string) => keyOf('lease', `propose ${stack}`, Lease),
  sweep: (stack: string) => keyOf('lease', `sweep ${stack}`, Lease),
  converge: (gitops: string) => keyOf('lease', `converge ${gitops}`, Lease),
  proposal: (stack: string, forge: string, number: number) =>
    keyOf('lease', `proposal ${stack} ${forge} ${number}`, Lease),
  /**
   * Only one process at a time notifies a webhook of a thing: `key` is the key of the notification.
   */
  notification: (key: string) => keyOf('lease', `notification ${key}`, Lease),
};

export const claimKeys = {
  /** Taken before something with this key is sent. */
  sending: (key: string) => keyOf('claim', `claim ${key}`, Begun),
  collecting: (source: string) => keyOf('claim', `collecting ${source}`, Nothing),
  runAgain: (stack: string) => keyOf('claim', `again ${stack}`, RunAgain),
  /** For a day such as `2026-03-14`. */
  pruning: (day: string) => keyOf('claim', `prune ${day}`, Begun),
  /** `id` is that of the waiting request. */
  reply: (id: string) => keyOf('claim', `reply ${id}`, WaitingReply),
  slackRequest: (digest: string) => keyOf('claim', `request ${digest}`, Nothing),
  /** Records that were pushed, and the jobs that follow from them. */
  pushedEvents: (source: string, digest: string) =>
    keyOf('claim', `api:events:${source}:${digest}`, Nothing),
  /** `digest` is that of the caller and their `Idempotency-Key`. */
  scanCall: (digest: string) => keyOf('claim', `api:scan:${digest}`, ScanCall),
  /** The same, for a call that declares an intent. */
  declareCall: (digest: string) => keyOf('claim', `api:declare:${digest}`, DeclareCall),
  /** The same, for a call that declares a resource. */
  resourceCall: (digest: string) => keyOf('claim', `api:resource:${digest}`, ResourceCall),
  /** The session of a browser; `digest` is that of its secret. */
  session: (digest: string) => keyOf('claim', `session ${digest}`, Session),
  /** `id` is that of the signature. */
  incidentCall: (id: string) => keyOf('claim', id, Nothing),
  commentReply: (stack: string, forge: string, number: number, comment: number) =>
    keyOf('claim', `replied:${stack}:${forge}:${number}:${comment}`, CommentReply),
  mergeReview: (stack: string, forge: string, number: number, digest: string) =>
    keyOf('claim', `reviewed:${stack}:${forge}:${number}:${digest}`, MergeReview),
  dispatch: (stack: string, forge: string, number: number, digest: string) =>
    keyOf('claim', `dispatched:${stack}:${forge}:${number}:${digest}`, Dispatch),
};

export const lastSentKeys = {
  /** The digest in a channel. */
  digest: (channel: string, stack: string) =>
    keyOf('lastSent', `digest ${channel} ${stack}`, SentDigest),
  /** The failure that a channel was notified of. */
  failure: (channel: string, stack: string) =>
    keyOf('lastSent', `failure ${channel} ${stack}`, SentVersion),
  /** What was requested of the forge of a stack. */
  wishes: (stack: string) => keyOf('lastSent', `wishes ${stack}`, SentWishes),
};

export const lastSentGroups = {
  /** Messages about intents, by the id of the intent. */
  messages: (channel: string, stack: string) =>
    groupOf('lastSent', `message ${channel} ${stack} `, SentMessage),
  /** What was sent to a webhook, by its subject. */
  webhook: (channel: string, stack: string) =>
    groupOf('lastSent', `webhook ${channel} ${stack} `, SentVersion),
  /** What was commented on the pull requests of others, by forge and number. */
  guard: (stack: string) => groupOf('lastSent', `guard:${stack}:`, SentGuard),
};

export const lastSeenKeys = {
  failure: (stack: string) => keyOf('lastSeen', `failure ${stack}`, StackFailure),
  unknown: (stack: string) => keyOf('lastSeen', `unknown ${stack}`, Unknown),
  modelUse: (stack: string) => keyOf('lastSeen', `model ${stack}`, SpentTokens),
  confirmed: (stack: string) => keyOf('lastSeen', `confirmed ${stack}`, LastConfirmation),
  forgeLook: (stack: string) => keyOf('lastSeen', `forge-look ${stack}`, ForgeLook),
  comment: (stack: string, forge: string, number: number) =>
    keyOf('lastSeen', `comment:${stack}:${forge}:${number}`, LastComment),
  /** For the user whose token has that name. */
  visit: (name: string) => keyOf('lastSeen', `visit ${name}`, Visit),
  converged: (gitops: string) => keyOf('lastSeen', `converged ${gitops}`, Converged),
  committing: (gitops: string) => keyOf('lastSeen', `committing ${gitops}`, Committing),
  collected: (source: string) => keyOf('lastSeen', `collected ${source}`, Collected),
};

export const lastSeenGroups = {
  /** By stack. */
  losses: groupOf('lastSeen', 'lost ', Losses),
  /** By process. */
  processes: groupOf('lastSeen', 'process ', LivingProcess),
  /** By digest. */
  settings: groupOf('lastSeen', 'settings ', SettingsVersion),
};

export function stateKey<Kind extends StateKind, Value>(
  { kind, prefix, schema }: StateGroup<Kind, Value>,
  name: string,
): StateKey<Kind, Value> {
  return { kind, text: `${prefix}${name}`, schema };
}

function keyOf<Kind extends StateKind, Value>(
  kind: Kind,
  text: string,
  schema: z.ZodType<Value>,
): StateKey<Kind, Value> {
  return { kind, text, schema };
}

function groupOf<Kind extends StateKind, Value>(
  kind: Kind,
  prefix: string,
  schema: z.ZodType<Value>,
): StateGroup<Kind, Value> {
  return { kind, prefix, schema };
}
