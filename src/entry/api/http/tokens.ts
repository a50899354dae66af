import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenSettings } from '../../../config/service/server.ts';
import type { TokenScope } from '../../../config/service/token-scopes.ts';

/** The caller that a token identifies. */
export interface TokenCaller {
  /** Name of the token in the settings. */
  readonly name: string;
  readonly tenant: string;
  readonly scopes: readonly TokenScope[];
}

export interface ApiTokens {
  /** Undefined where there is no token, or an unknown one. */
  identify(authorization: string | undefined): TokenCaller | undefined;
  /** Names of tokens that are missing in the environment, or too short to be secret. */
  readonly unusable: readonly string[];
}

/** Shorter secrets could be guessed. */
export const shortestSecret = 16;

export function createTokens(
  settings: readonly TokenSettings[],
  resolve: (reference: string) => string | undefined,
): ApiTokens {
  const known = settings.map(({ name, tenant, scopes, token }) => ({
    caller: { name, tenant, scopes },
    secret: resolve(token) ?? '',
  }));
  const isUsable = ({ secret }: { secret: string }): boolean => secret.length >= shortestSecret;
  const usable = known
    .filter(isUsable)
    .map(({ caller, secret }) => ({ caller, digest: digestOf(secret) }));
  return {
    identify(authorization) {
      const [, token] = /^bearer +([\x21-\x7e]{1,4096})$/i.exec(authorization ?? '') ?? [];
      if (token === undefined) return undefined;
      const given = digestOf(token);
      let found: TokenCaller | undefined;
      // All tokens are compared even after a match, so that the time does not reveal the position
      // in the list.
      for (const { caller, digest } of usable) {
        if (timingSafeEqual(digest, given)) found = caller;
      }
      return found;
    },
    unusable: known.filter((one) => !isUsable(one)).map(({ caller }) => caller.name),
  };
}

/** True when both are equal. Comparing digests hides even the length of the secret. */
export function isLongSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
