import type { FakeForge } from '../../../adapters/forge/servers/serve.ts';
import type { Happened } from '../../../adapters/forge/servers/state.ts';

/** What is sent about something that happened. */
export interface Reported {
  /** As the header calls it. */
  readonly event: string;
  readonly body: object;
}

/** What differs between the forges, to those who use them. */
export interface Vendor {
  readonly kind: 'github' | 'gitlab' | 'gitea';
  readonly token: string;
  /** Names that git may give for the owner of the token. */
  readonly users: readonly string[];
  /** As the API calls the repository. */
  readonly project: string;
  /** Path of the API below the address of the forge. */
  readonly api: string;
  /** Path of the API on the server of the tests. */
  readonly base: string;
  /** What marks the title of a draft; empty where the title says nothing. */
  readonly draft: string;
  /** A branch goes when it is merged, as Parley asks for. */
  readonly removesMerged: boolean;
  start(): Promise<FakeForge>;
  deliveryOf(happened: Happened, user: string): Reported;
  /** Headers of a delivery, with its proof. */
  headers(event: string, body: string, secret: string): Readonly<Record<string, string>>;
}
