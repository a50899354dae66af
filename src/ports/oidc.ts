import type { Result } from '../model/result.ts';

/** What one sign-in is made of: it is nowhere but in the browser that began it. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  /** Where the provider sends people back to. */
  readonly redirect: string;
}

/** Whom a provider vouches for. */
export interface OidcPerson {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A provider of OpenID Connect that people may sign in by. */
export interface OidcProvider {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Where to send a browser. Fails with `sign-in-unreachable`. */
  begin(attempt: OidcAttempt): Promise<Result<URL>>;
  /**
   * Who came back with the answer of the provider: `answer` is the query of that call. Fails with
   * `sign-in-unreachable`, `sign-in-refused` where the provider said no, `sign-in-invalid` where what
   * it says does not hold, and `sign-in-nameless` where it does not say who it is.
   */
  finish(attempt: OidcAttempt, answer: URLSearchParams): Promise<Result<OidcPerson>>;
}
