import { messageTime } from '../../../config/service/slack-terms.ts';
import type { Json } from '../../../model/json.ts';
import { isJsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { retryAfter } from '../../net/retry.ts';
import type { SendFailure } from '../retry.ts';

/** The place of a message. */
export interface Posted {
  readonly channel: string;
  /** Time of the message, which is also its id. */
  readonly ts: string;
}

/** The used parts of an answer of Slack's Web API. */
export interface SlackResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Errors of Slack after which the same call may succeed. */
const passing: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'service_unavailable',
  'internal_error',
  'fatal_error',
  'request_timeout',
]);

/** Errors after which nothing was done, so that the call may be repeated. */
const undone: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited']);

const hints: Readonly<Record<string, string>> = {
  invalid_auth: 'Check the bot token of the Slack app.',
  not_authed: 'Check the bot token of the Slack app.',
  token_revoked: 'Install the Slack app again and use its new token.',
  missing_scope: 'Give the Slack app the scope chat:write and install it again.',
  not_in_channel: 'Invite the app to the channel.',
  channel_not_found: 'Name the channel by its id, and invite the app to it.',
  is_archived: 'Name a channel that is not archived.',
};

/** Errors that leave open whether something was done. */
const unsettled: ReadonlySet<string> = new Set([
  'service_unavailable',
  'internal_error',
  'fatal_error',
  'request_timeout',
]);

/**
 * The object in the answer to a successful call. `repeatable`: making the call twice does no harm.
 */
export function readSlackResponse(
  answer: SlackResponse,
  repeatable: boolean,
  now: number,
): Result<{ readonly [key: string]: Json }, SendFailure> {
  const { status, body } = answer;
  if (status === 429) return fail(rateLimited(answer, now));
  if (status >= 500) return fail(unclear(`answered ${status}`, repeatable));
  const value = parsedJson(body);
  if (!isJsonObject(value)) return fail(unclear(`answered ${status} without a JSON object`, false));
  if (value['ok'] === true) return ok(value);
  const error = errorCode(value['error']);
  if (undone.has(error)) return fail(rateLimited(answer, now));
  const hint = own(hints, error);
  return fail({
    ...refusal(`says ${error}`, repeatable && passing.has(error)),
    receiverCode: error,
    ...(unsettled.has(error) ? { unknown: true } : {}),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The place of the message that an answer names. */
export function readPosted(value: { readonly [key: string]: Json }): Result<Posted, SendFailure> {
  const { channel, ts } = value;
  const time = messageTime.safeParse(ts);
  return typeof channel === 'string' && time.success
    ? ok({ channel, ts: time.data })
    : fail(unclear('does not say where the message is', false));
}

export function rateLimited({ retryAfter: header }: SlackResponse, now: number): SendFailure {
  const wait = retryAfter(header, now);
  return {
    code: 'slack-rate-limited',
    message: 'Slack accepts no more messages for now.',
    passing: true,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  };
}

export function refusal(what: string, isPassing: boolean): SendFailure {
  return { code: 'slack-refused', message: `Slack ${what}.`, passing: isPassing };
}

/** It is unknown whether the call was carried out. */
function unclear(what: string, isPassing: boolean): SendFailure {
  return { ...refusal(what, isPassing), unknown: true };
}

/** Slack's errors are words; anything else is not passed on. */
function errorCode(value: Json | undefined): string {
  return typeof value === 'string' && /^[a-z_]{1,60}$/.test(value) ? value : 'no reason';
}
