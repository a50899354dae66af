import type { Result } from '../model/result.ts';

/** The parameters of one sign-in. They are stored only in the browser that began it. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
  /** The address that the provider redirects people to. */
  readonly redirect: string;
}

/** A person that a provider authenticated. */
export interface OidcPerson {
  readonly name: string;
  readonly groups: readonly string[];
}

/** An OpenID Connect provider that people may sign in with. */
export interface OidcProvider {
  readonly name: string;
  /** The name that people see. */
  readonly title: string;
  /** The address to redirect a browser to. Fails with `sign-in-unreachable`. */
  begin(attempt: OidcAttempt): Promise<Result<URL>>;
  /**
   * The person who returned from the provider; `answer` is the query of that call. Fails with
   * `sign-in-unreachable`, `sign-in-refused` if the provider refused, `sign-in-invalid` if its
   * response does not verify, and `sign-in-nameless` if that does not name the person.
   */
  finish(attempt: OidcAttempt, answer: URLSearchParams): Promise<Result<OidcPerson>>;
}
