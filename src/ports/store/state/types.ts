import type { z } from 'zod';
import type { OutboxJob } from '../service-store.ts';

/** What the service stores in addition to runs and proposals. Each entry has its own expiry. */
export type StateKind = 'lease' | 'claim' | 'lastSent' | 'lastSeen';

/** Keys with a common prefix, whose values have the same form. The rest of a key is the name. */
export interface StateGroup<Kind extends StateKind, Value> {
  readonly kind: Kind;
  readonly prefix: string;
  readonly schema: z.ZodType<Value>;
}

/** The key of one value, with its form. */
export interface StateKey<Kind extends StateKind, Value> {
  readonly kind: Kind;
  readonly text: string;
  readonly schema: z.ZodType<Value>;
}

export interface State<Value> {
  readonly value: Value;
  /** When it expires and is dropped, in ISO 8601 UTC. */
  readonly until: string;
}

/**
 * States of one kind. A value without the form of its key counts as absent, but its key is taken.
 */
export interface StateLog<Kind extends StateKind> {
  /** Stores it if the key is free. Returns false and changes nothing otherwise. */
  take<Value>(tenant: string, key: StateKey<Kind, Value>, state: State<Value>): Promise<boolean>;
  /** Stores it, replacing any other value, together with the jobs that follow. */
  put<Value>(
    tenant: string,
    key: StateKey<Kind, Value>,
    state: State<Value>,
    jobs?: readonly OutboxJob[],
  ): Promise<void>;
  /** Changes the expiry. Returns false and changes nothing if the value differs or is gone. */
  renew<Value>(tenant: string, key: StateKey<Kind, Value>, state: State<Value>): Promise<boolean>;
  get<Value>(tenant: string, key: StateKey<Kind, Value>): Promise<State<Value> | undefined>;
  /** Sorted by name. */
  list<Value>(
    tenant: string,
    group: StateGroup<Kind, Value>,
  ): Promise<readonly (State<Value> & { readonly name: string })[]>;
  /** If a value is given, drops it only if it is still that value. */
  drop<Value>(tenant: string, key: StateKey<Kind, Value>, value?: Value): Promise<void>;
}

/** Which worker currently does something that only one may do at a time. */
export type LeaseLog = Pick<StateLog<'lease'>, 'take' | 'renew' | 'get' | 'drop'>;

/** What is done only once: that it was requested, that it was begun, and its result. */
export type ClaimLog = Pick<StateLog<'claim'>, 'take' | 'put' | 'get' | 'drop'>;

/**
 * What was last sent to a channel, a pull request or a forge, so that only differences are sent.
 */
export type LastSentLog = Pick<StateLog<'lastSent'>, 'put' | 'get' | 'list' | 'drop'>;

/** The state of things when they were last checked. */
export type LastSeenLog = Pick<StateLog<'lastSeen'>, 'put' | 'get' | 'list' | 'drop'>;
