import type { OAuth2Client } from 'google-auth-library';
import { fail, ok } from '../../model/result.ts';
import type { VerifyGoogleToken } from '../api/events/google-token.ts';

export interface GoogleTokensOptions {
  /** Milliseconds since some moment. */
  readonly elapsed: () => number;
  /** Where the certificates are, in PEM by key id; Google's own when left out. */
  readonly certificates?: string;
}

const issuers = ['accounts.google.com', 'https://accounts.google.com'];

/** Milliseconds for which keys that could not be had are not asked for again. */
const pause = 5_000;

/** Looks at tokens with the keys of Google, which are asked for when the first token comes. */
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
      // The messages have the token in them.
      return fail('invalid');
    }
  };
}

type Keys = Awaited<ReturnType<OAuth2Client['getFederatedSignonCertsAsync']>>['certs'];

/** The client keeps keys as long as Google says. Many tokens at once ask for them once. */
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
