import { fail, ok, type Result } from '../../../model/result.ts';
import { type ApiRefusal, refuseCall } from '../http/reply.ts';

/**
 * The email of the account to which Google issued a token, after checking its signature, issuer,
 * times and audience. `invalid`: one of these is wrong; `no-keys`: Google's keys are unavailable at
 * the moment.
 */
export type VerifyGoogleToken = (
  token: string,
  audience: string,
) => Promise<Result<string, 'invalid' | 'no-keys'>>;

/** The account from which a source expects its records. */
export interface PushSender {
  readonly service_account: string;
  readonly audience: string;
}

/** The token with which Pub/Sub signs each push: three parts in base64url (RFC 7519). */
export function googlePushToken(authorization: string | undefined): string | undefined {
  const form = /^bearer +([\w-]{2,2048}\.[\w-]{2,4096}\.[\w-]{2,2048})$/i;
  return form.exec(authorization ?? '')?.[1];
}

/** Fails for a push from any account other than the one that the source expects. */
export async function checkPush(
  token: string,
  { service_account, audience }: PushSender,
  verify: VerifyGoogleToken,
): Promise<Result<undefined, ApiRefusal>> {
  const email = await verify(token, audience);
  if (email.ok) return email.value === service_account ? ok(undefined) : fail(otherToken);
  return fail(email.error === 'no-keys' ? noKeys : otherToken);
}

/** The same refusal for every reason, so that it reveals nothing. */
const otherToken = refuseCall(401, 'wrong-token', 'The token is not that of the subscription.', {
  detail: 'See `pubsub` of the source: the service account, and the audience of the subscription.',
  headers: { 'www-authenticate': 'Bearer realm="parley", error="invalid_token"' },
});

const noKeys = refuseCall(503, 'no-keys', 'The keys of Google cannot be fetched now.', {
  headers: { 'retry-after': '10' },
});
