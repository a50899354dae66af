import { distrustSlack } from '../../../adapters/notify/slack/signature.ts';
import type { SlackApp } from '../../../app/notify/slack-apps.ts';
import { hexDigest } from '../../../model/digest.ts';
import { shiftTime } from '../../../model/instant.ts';

import { fail, ok, type Result } from '../../../model/result.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import { readCallBody } from '../http/body.ts';
import { type ApiRefusal, refuseCall } from '../http/reply.ts';
import type { SlackRoutesDeps } from './deps.ts';

/** A request that is proved to be from Slack and was not received before. */
export interface SlackCall {
  /** The apps whose secrets match the signature: several tenants may share one app in Slack. */
  readonly apps: readonly [SlackApp, ...SlackApp[]];
  readonly body: string;
  /** Digest of the signature, which is the same for a repeated request. */
  readonly id: string;
}

const types = ['application/x-www-form-urlencoded'];
/** Milliseconds for the body to arrive. Slack itself waits three seconds for the answer. */
const bodyTime = 3000;
/**
 * Milliseconds for which a request is remembered, which is longer than its signature is accepted.
 */
const known = 15 * 60 * 1000;

export async function admit(
  { apps, store, now }: Pick<SlackRoutesDeps, 'apps' | 'store' | 'now'>,
  request: Request,
  size: number,
): Promise<Result<SlackCall, ApiRefusal>> {
  const body = await readCallBody(request, { size, time: bodyTime, types });
  if (!body.ok) return body;
  const timestamp = request.headers.get('x-slack-request-timestamp') ?? undefined;
  const signature = request.headers.get('x-slack-signature') ?? undefined;
  const signed = { timestamp, signature, body: body.value };
  const seconds = Math.floor(Date.parse(now()) / 1000);
  // All apps are tried even after a match, so that the time does not reveal which one matches.
  const judged = apps.map((app) => ({
    app,
    why: distrustSlack(app.signingSecrets, signed, seconds),
  }));
  const [first, ...others] = judged.flatMap(({ app, why }) => (why === undefined ? [app] : []));
  if (first === undefined) {
    const detail = judged[0]?.why ?? 'There is no Slack app in the settings.';
    return fail(refuseCall(401, 'slack-unsigned', 'The request is not from Slack.', { detail }));
  }
  const id = hexDigest(`${timestamp} ${signature}`).slice(0, 32);
  const until = shiftTime(now(), known);
  const isNew = await store.claims.take(first.tenant, claimKeys.slackRequest(id), {
    value: {},
    until,
  });
  if (!isNew) return fail(refuseCall(409, 'slack-replayed', 'The request came before.'));
  return ok({
    apps: [first, ...others],
    body: Buffer.from(body.value).toString('utf8'),
    id,
  });
}
