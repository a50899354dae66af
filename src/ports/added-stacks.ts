import type { JsonObject } from '../model/json.ts';

/** A stack as somebody added it over the API. */
export interface AddedStack {
  readonly tenant: string;
  readonly name: string;
  /** As in `stacks` of the settings, without name and tenant. */
  readonly body: JsonObject;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Name of the token. */
  readonly by: string;
}

/** Stacks beside those of the settings, of all tenants. */
export interface AddedStackLog {
  /** By tenant and name. */
  list(): Promise<readonly AddedStack[]>;
  /** One with the same name is replaced. */
  put(stack: AddedStack): Promise<void>;
  /** False where there is none. */
  drop(tenant: string, name: string): Promise<boolean>;
}
