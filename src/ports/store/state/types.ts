import type { z } from 'zod';
import type { OutboxJob } from '../service-store.ts';

/** What the service remembers besides runs and proposals, each until an end of its own. */
export type StateKind = 'lease' | 'claim' | 'lastSent' | 'lastSeen';

/** Keys with one beginning, whose values have one form. The rest of a key is the name. */
export interface StateGroup<Kind extends StateKind, Value> {
  readonly kind: Kind;
  readonly prefix: string;
  readonly schema: z.ZodType<Value>;
}

/** Where one value is, and its form. */
export interface StateKey<Kind extends StateKind, Value> {
  readonly kind: Kind;
  readonly text: string;
  readonly schema: z.ZodType<Value>;
}

export interface State<Value> {
  readonly value: Value;
  /** ISO 8601 UTC: dropped afterwards. */
  readonly until: string;
}

/** States of one kind. A value without the form of its key is not there, but its key is taken. */
export interface StateLog<Kind extends StateKind> {
  /** Puts it where nothing is; false, and nothing changes, where there is something. */
  take<Value>(tenant: string, key: StateKey<Kind, Value>, state: State<Value>): Promise<boolean>;
  /** Puts it, whatever was there, with the jobs that follow. */
  put<Value>(
    tenant: string,
    key: StateKey<Kind, Value>,
    state: State<Value>,
    jobs?: readonly OutboxJob[],
  ): Promise<void>;
  /** Moves the end; false, and nothing changes, where the value is another one or it is gone. */
  renew<Value>(tenant: string, key: StateKey<Kind, Value>, state: State<Value>): Promise<boolean>;
  get<Value>(tenant: string, key: StateKey<Kind, Value>): Promise<State<Value> | undefined>;
  /** In order of the names. */
  list<Value>(
    tenant: string,
    group: StateGroup<Kind, Value>,
  ): Promise<readonly (State<Value> & { readonly name: string })[]>;
  /** With a value, only where it is still that. */
  drop<Value>(tenant: string, key: StateKey<Kind, Value>, value?: Value): Promise<void>;
}

/** Who is at something that one worker at a time does. */
export type LeaseLog = Pick<StateLog<'lease'>, 'take' | 'renew' | 'get' | 'drop'>;

/** What is done once: that it was requested, that it was begun, and what came of it. */
export type ClaimLog = Pick<StateLog<'claim'>, 'take' | 'put' | 'get' | 'drop'>;

/** What was last sent to a channel, a pull request or a forge: only what differs is news. */
export type LastSentLog = Pick<StateLog<'lastSent'>, 'put' | 'get' | 'list' | 'drop'>;

/** How things stood when they were last looked at. */
export type LastSeenLog = Pick<StateLog<'lastSeen'>, 'put' | 'get' | 'list' | 'drop'>;
