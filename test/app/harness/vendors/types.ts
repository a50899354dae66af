import type { FakeForge } from '../../../adapters/forge/servers/serve.ts';
import type { Happened } from '../../../adapters/forge/servers/state.ts';

/** The webhook about something that happened. */
export interface Reported {
  /** Name of the event in the header. */
  readonly event: string;
  readonly body: object;
}

/** What differs between the forges for those who use them. */
export interface Vendor {
  readonly kind: 'github' | 'gitlab' | 'gitea';
  readonly token: string;
  /** User names that git may send with the token. */
  readonly users: readonly string[];
  /** Name of the repository in the API. */
  readonly project: string;
  /** Path of the API below the URL of the forge. */
  readonly api: string;
  /** Path of the API on the server of the tests. */
  readonly base: string;
  /** Prefix that marks the title of a draft; empty if the title does not show it. */
  readonly draft: string;
  /** Whether a merged branch is deleted, as Parley requests. */
  readonly removesMerged: boolean;
  start(): Promise<FakeForge>;
  deliveryOf(happened: Happened, user: string): Reported;
  /** Headers of a delivery, including its signature or token. */
  headers(event: string, body: string, secret: string): Readonly<Record<string, string>>;
}
