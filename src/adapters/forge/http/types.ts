import type { z } from 'zod';
import type { Result } from '../../../model/result.ts';

/** The client's clock. */
export interface HttpClock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Authenticates requests. The value of the header is a secret. */
export interface Credential {
  header(): Promise<Result<readonly [name: string, value: string]>>;
  /** The bare token, which serves as git's password. A secret. */
  token(): Promise<Result<string>>;
  /** The text without the secrets that this credential has handed out. */
  hide(text: string): string;
}

export interface ForgeHttpOptions {
  /** Name of the forge, for messages: `GitHub`. */
  readonly name: string;
  /** Base URL of the API: `https://api.github.com`. */
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: Credential;
  readonly clock: HttpClock;
  /** Milliseconds for one request, including its answer. */
  readonly timeout?: number;
  /** Requests for one call, including repeats. */
  readonly attempts?: number;
  /** Milliseconds that a rate limit may delay a call. */
  readonly longestWait?: number;
}

export interface ForgeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts of the path below the base, not escaped. */
  readonly path: readonly (string | number)[];
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** How much of a list is read. */
export interface Paging {
  /** Name of the parameter that sets the length of a page: `per_page`, `limit`. */
  readonly parameter: string;
  readonly size: number;
  /** Most pages that are read. */
  readonly max: number;
  /** Leaves out items after the last page that is read, instead of failing. */
  readonly newestOnly?: boolean;
}

export interface ForgeHttp {
  json<T>(request: ForgeRequest, answer: z.ZodType<T>): Promise<Result<T>>;
  /** For calls where the content of the answer does not matter. */
  done(request: ForgeRequest): Promise<Result<void>>;
  list<T>(request: ForgeRequest, item: z.ZodType<T>, paging: Paging): Promise<Result<readonly T[]>>;
}
