import type { OAuth2Client } from 'google-auth-library';
import { fail, ok } from '../../model/result.ts';
import type { VerifyGoogleToken } from '../api/events/google-token.ts';

export interface GoogleTokensOptions {
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
  /** URL of the certificates, in PEM by key id; defaults to Google's own. */
  readonly certificates?: string;
}

const issuers = ['accounts.google.com', 'https://accounts.google.com'];

/** Milliseconds after a failure to fetch keys before they are requested again. */
const pause = 5_000;

/** Verifies tokens with Google's keys, which are fetched for the first token. */
export function createGoogleTokens(options: GoogleTokensOptions): VerifyGoogleToken {
  let client: Promise<OAuth2Client> | undefined;
  const keys = createKeys(options);
  return async (token, audience) => {
    client ??= open(options);
    const google = await client;
    const certificates = await keys(google);
    if (certificates === undefined) return fail('no-keys');
    try {
      const ticket = await google.verifySignedJwtWithCertsAsync(
        token,
        certificates,
        audience,
        issuers,
      );
      const { email, email_verified } = ticket.getPayload() ?? {};
      return email !== undefined && email_verified === true ? ok(email) : fail('invalid');
    } catch {
      // The error is dropped, since its message contains the token.
      return fail('invalid');
    }
  };
}

type Keys = Awaited<ReturnType<OAuth2Client['getFederatedSignonCertsAsync']>>['certs'];

/** The client caches keys for as long as Google allows. Concurrent tokens share one request. */
function createKeys({ elapsed }: GoogleTokensOptions) {
  let asking: Promise<Keys | undefined> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const ask = async (google: OAuth2Client): Promise<Keys | undefined> => {
    try {
      return (await google.getFederatedSignonCertsAsync()).certs;
    } catch {
      failedAt = elapsed();
      return undefined;
    } finally {
      asking = undefined;
    }
  };
  return async (google: OAuth2Client): Promise<Keys | undefined> => {
    if (elapsed() - failedAt < pause) return undefined;
    asking ??= ask(google);
    return asking;
  };
}

async function open({ certificates }: GoogleTokensOptions): Promise<OAuth2Client> {
  const { OAuth2Client } = await import('google-auth-library');
  if (certificates === undefined) return new OAuth2Client();
  return new OAuth2Client({ endpoints: { oauth2FederatedSignonPemCertsUrl: certificates } });
}
