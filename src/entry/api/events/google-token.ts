import { fail, ok, type Result } from '../../../model/result.ts';
import { type ApiRefusal, refuseCall } from '../http/reply.ts';

/**
 * The email of the account that a token of Google is of, where Google vouches for it: signature,
 * issuer, times and audience were found good. `invalid`: something is not; `no-keys`: Google's keys
 * cannot be had now.
 */
export type VerifyGoogleToken = (
  token: string,
  audience: string,
) => Promise<Result<string, 'invalid' | 'no-keys'>>;

/** Whom a source expects its records from. */
export interface PushSender {
  readonly service_account: string;
  readonly audience: string;
}

/** The token that Pub/Sub signs each push with: three parts in base64url (RFC 7519). */
export function googlePushToken(authorization: string | undefined): string | undefined {
  const form = /^bearer +([\w-]{2,2048}\.[\w-]{2,4096}\.[\w-]{2,2048})$/i;
  return form.exec(authorization ?? '')?.[1];
}

/** Fails for a push that is not of the account that the source expects. */
export async function checkPush(
  token: string,
  { service_account, audience }: PushSender,
  verify: VerifyGoogleToken,
): Promise<Result<undefined, ApiRefusal>> {
  const email = await verify(token, audience);
  if (email.ok) return email.value === service_account ? ok(undefined) : fail(otherToken);
  return fail(email.error === 'no-keys' ? noKeys : otherToken);
}

/** Says the same, whatever is wrong. */
const otherToken = refuseCall(401, 'wrong-token', 'The token is not that of the subscription.', {
  detail: 'See `pubsub` of the source: the service account, and the audience of the subscription.',
  headers: { 'www-authenticate': 'Bearer realm="parley", error="invalid_token"' },
});

const noKeys = refuseCall(503, 'no-keys', 'The keys of Google cannot be had now.', {
  headers: { 'retry-after': '10' },
});
