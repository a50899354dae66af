import type { Credential, ForgeHttp } from './http/types.ts';

/** The API of a forge, for one repository. */
export interface Connection {
  readonly http: ForgeHttp;
  readonly credential: Credential;
  /** Parts of the repository's name. */
  readonly repository: readonly string[];
}
