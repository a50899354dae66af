import { createHmac } from 'node:crypto';
import { fail, ok, type Result } from '../../../model/result.ts';
import { retryAfter } from '../../net/retry.ts';
import { type RetryTimer, type SendFailure, withSendRetries } from '../retry.ts';
import { exchange, type Reception } from './exchange.ts';
import type { WebhookPayload } from './schema.ts';
import { checkWebhookTarget, type Resolve, type TargetRules } from './target.ts';

/** A receiver from the settings. */
export interface Webhook {
  readonly url: string;
  /** Shared with the receiver, which checks the signature with it. */
  readonly secret: string;
  readonly rules: TargetRules;
}

export interface WebhookPorts {
  readonly resolve: Resolve;
  readonly timer: RetryTimer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
}

/**
 * Delivers a payload, and repeats that after failures that may pass; each attempt resolves the name
 * and signs again. A receiver may get it twice, under the same id. Failures contain neither the
 * address nor the secret.
 */
export async function sendWebhook(
  payload: WebhookPayload,
  { url, secret, rules }: Webhook,
  { resolve, timer, now, timeout }: WebhookPorts,
): Promise<Result<undefined, SendFailure>> {
  if (secret === '') {
    return fail({
      code: 'webhook-unsigned',
      message: 'The webhook has no secret to sign with.',
      hint: 'Give the webhook a secret, and the receiver the same.',
      passing: false,
    });
  }
  const body = JSON.stringify(payload);
  return withSendRetries<undefined>(async () => {
    const target = await checkWebhookTarget(url, rules, resolve);
    if (!target.ok) {
      const passing = target.error.code === 'webhook-unresolved';
      return fail({ ...target.error, passing });
    }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'parley-webhook/1',
      'x-parley-event': payload.event,
      'x-parley-delivery': payload.id,
      ...signatureHeaders(secret, body, now() / 1000),
    };
    const answer = await exchange(target.value, { headers, body, timeout });
    if (!answer.ok) {
      return fail(failure(`could not be reached (${answer.error})`, true));
    }
    return judge(answer.value, now());
  }, timer);
}

function judge(
  { status, retryAfter: header }: Reception,
  now: number,
): Result<undefined, SendFailure> {
  if (status >= 200 && status < 300) return ok(undefined);
  if (status >= 300 && status < 400) {
    const hint = 'Set the address that it redirects to.';
    return fail({ ...failure(`redirects (${status}), which is not followed`, false), hint });
  }
  if (status === 410) {
    const hint = 'Remove the webhook from the settings.';
    return fail({ ...failure('is gone (410)', false), hint });
  }
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  const wait = retryAfter(header, now);
  return fail({
    ...failure(`answered ${status}`, isPassing),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  });
}

function failure(what: string, passing: boolean): SendFailure {
  return { code: 'webhook-failed', message: `The receiver of the webhook ${what}.`, passing };
}

/**
 * Headers that prove who sent a delivery and when, in the form that Parley requires of its own
 * callers: `sha256=` and the HMAC-SHA-256 of `TIMESTAMP.BODY` in hex. `now` in seconds since 1970.
 */
function signatureHeaders(
  secret: string,
  body: string,
  now: number,
): Readonly<Record<'x-parley-timestamp' | 'x-parley-signature', string>> {
  const timestamp = String(Math.floor(now));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-parley-timestamp': timestamp, 'x-parley-signature': `sha256=${digest}` };
}
