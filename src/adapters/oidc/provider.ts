import type { OidcSettings } from '../../config/service/sign-in.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { OidcProvider } from '../../ports/oidc.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import { personIn } from './claims.ts';

type Library = typeof import('openid-client');
type Configuration = InstanceType<Library['Configuration']>;

/** Seconds that one call to a provider may take. */
const timeout = 10;
/** Milliseconds for which the provider's metadata is kept. */
const kept = 10 * 60_000;

/**
 * A provider from the settings. The keys that check its signatures are fetched for each sign-in, so
 * that keys may change at any time.
 */
export function createOidcProvider(settings: OidcSettings, elapsed: () => number): OidcProvider {
  const describe = describer(settings, elapsed);
  const { name, title = name, scopes } = settings;
  return {
    name,
    title,
    async begin({ state, nonce, verifier, redirect }) {
      const found = await describe();
      if (!found.ok) return found;
      const { library, configuration } = found.value;
      const challenge = await library.calculatePKCECodeChallenge(verifier);
      return ok(
        library.buildAuthorizationUrl(configuration, {
          ...{ redirect_uri: redirect, scope: scopes.join(' '), state, nonce },
          ...{ code_challenge: challenge, code_challenge_method: 'S256' },
        }),
      );
    },
    async finish({ state, nonce, verifier, redirect }, answer) {
      const found = await describe();
      if (!found.ok) return found;
      const { library, configuration } = found.value;
      const url = new URL(redirect);
      url.search = answer.toString();
      try {
        const tokens = await library.authorizationCodeGrant(configuration, url, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return fail(invalid('no-id-token'));
        const known = personIn(claims, settings);
        const { userinfo_endpoint: more } = configuration.serverMetadata();
        if (known !== undefined && (known.groups.length > 0 || more === undefined)) {
          return ok(known);
        }
        // Some providers keep the token short and return the rest on request.
        const userInfo =
          more === undefined
            ? {}
            : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        const person = personIn({ ...userInfo, ...claims }, settings);
        return person === undefined ? fail(nameless(settings)) : ok(person);
      } catch (error) {
        return fail(problemOf(error));
      }
    },
  };
}

interface Described {
  readonly library: Library;
  readonly configuration: Configuration;
}

/** The metadata is kept for some minutes. Keys are not: each sign-in begins without any. */
function describer(settings: OidcSettings, elapsed: () => number) {
  const { issuer, client_id: id, client_secret: secret, loopback } = settings;
  const fetch = createGuardedFetch({
    allowsLoopback: loopback,
    refusesPrivate: !settings.private && !loopback,
  });
  let last: { readonly at: number; readonly of: Configuration } | undefined;
  return async (): Promise<Result<Described>> => {
    const library = await import('openid-client');
    try {
      if (last === undefined || elapsed() - last.at > kept) {
        const of = await library.discovery(new URL(issuer), id, undefined, library.None(), {
          ...{ timeout, [library.customFetch]: fetch as never },
          ...(loopback ? { execute: [library.allowInsecureRequests] } : {}),
        });
        last = { at: elapsed(), of };
      }
      const metadata = last.of.serverMetadata();
      const client = clientAuth(library, secret, metadata.token_endpoint_auth_methods_supported);
      const configuration = new library.Configuration(metadata, id, undefined, client);
      configuration.timeout = timeout;
      configuration[library.customFetch] = fetch as never;
      if (loopback) library.allowInsecureRequests(configuration);
      library.enableNonRepudiationChecks(configuration);
      return ok({ library, configuration });
    } catch (error) {
      const code = codeOf(error);
      return fail(unreachable(code));
    }
  };
}

/**
 * Sends the secret in the form if the provider accepts that: not every provider decodes it in a
 * header.
 */
function clientAuth(library: Library, secret: string | undefined, taken: readonly string[] = []) {
  if (secret === undefined) return library.None();
  return taken.includes('client_secret_post')
    ? library.ClientSecretPost(secret)
    : library.ClientSecretBasic(secret);
}

function problemOf(error: unknown): Problem {
  const code = codeOf(error);
  const { error: reason } = error as { readonly error?: unknown };
  if (typeof reason === 'string' && /^[a-z_]{1,60}$/.test(reason)) return refused(reason);
  const isLost = error instanceof TypeError || /TIMEOUT|ABORT|ECONN|ENOTFOUND/.test(code);
  return isLost && !code.startsWith('OAUTH_') && !/^ERR_/.test(code)
    ? unreachable(code)
    : invalid(code);
}

/** Messages may contain parts of tokens; a code does not. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string' && /^[\w-]{1,80}$/.test(code)) return code;
  return cause === undefined || cause === null ? 'unknown' : codeOf(cause);
}

function unreachable(code: string): Problem {
  return {
    code: 'sign-in-unreachable',
    message: `The identity provider gave an unexpected answer (${code}).`,
    hint: 'Try again; if that does not help, check that issuer in server.sign_in is right and can be reached.',
  };
}

function refused(reason: string): Problem {
  return {
    code: 'sign-in-refused',
    message: `The identity provider refused: ${reason}.`,
    hint: 'Sign in again, or ask the administrator of the provider for access.',
  };
}

function invalid(code: string): Problem {
  return {
    code: 'sign-in-invalid',
    message: `The answer of the identity provider is not valid (${code}).`,
    hint: 'Start again on the sign-in page.',
  };
}

function nameless({ name_claim: claim }: OidcSettings): Problem {
  return {
    code: 'sign-in-nameless',
    message: `The identity provider gave no name: there is no usable claim ${claim}.`,
    hint: 'Ask for a scope that has it, or set name_claim in server.sign_in.',
  };
}
