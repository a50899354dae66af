import type { JsonObject } from '../model/json.ts';

/** A stack as it was added through the API. */
export interface AddedStack {
  readonly tenant: string;
  readonly name: string;
  /** As in `stacks` of the settings, without name and tenant. */
  readonly body: JsonObject;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The name of the token. */
  readonly by: string;
}

/** Stacks in addition to those in the settings, of all tenants. */
export interface AddedStackLog {
  /** Sorted by tenant and name. */
  list(): Promise<readonly AddedStack[]>;
  /** Replaces a stack with the same name. */
  put(stack: AddedStack): Promise<void>;
  /** Returns false if there is none. */
  drop(tenant: string, name: string): Promise<boolean>;
}
