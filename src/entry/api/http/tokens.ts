import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenSettings } from '../../../config/service/server.ts';
import type { TokenScope } from '../../../config/service/token-scopes.ts';

/** Who calls, as far as their token says. */
export interface TokenCaller {
  /** Of the token, as the settings call it. */
  readonly name: string;
  readonly tenant: string;
  readonly scopes: readonly TokenScope[];
}

export interface ApiTokens {
  /** Undefined where no token is shown, or none that is known. */
  identify(authorization: string | undefined): TokenCaller | undefined;
  /** Names of tokens that the environment does not have, or that are too short to be secret. */
  readonly unusable: readonly string[];
}

/** A shorter one could be guessed. */
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
      // All are compared, whichever fits: the time says nothing about the place in the list.
      for (const { caller, digest } of usable) {
        if (timingSafeEqual(digest, given)) found = caller;
      }
      return found;
    },
    unusable: known.filter((one) => !isUsable(one)).map(({ caller }) => caller.name),
  };
}

/** True when they are the same. Digests are compared, so that not even the length shows. */
export function isLongSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
