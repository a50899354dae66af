import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';

/** A managed resource that a call names, and where the call names it. */
export interface Touched {
  readonly address: string;
  readonly type: string;
  /** The member of the record, dotted, and the attribute it equals. */
  readonly key: { readonly attribute: string; readonly member: string };
  /** The call says it by itself, in a member of its request that is in no list. */
  readonly asked: boolean;
  /** Why it may not be meant: a bare word, or how many managed resources have the name. */
  readonly doubt?: 'word' | number;
  /** Of calls that an earlier run read: leads to the resource under another address, too. */
  readonly ref?: ResourceRef;
}

/** All managed resources that one record names. */
export interface Named {
  /** Those that are surely meant come first, each address once. */
  readonly touched: readonly Touched[];
  /** How many more it names. */
  readonly more: number;
}

/** An event of an operation that no entry of the catalog has, on resources that are managed. */
export interface UnknownCall extends Named {
  /** Undefined of calls that only an earlier run read: no record is remembered. */
  readonly event?: AuditEvent;
}
