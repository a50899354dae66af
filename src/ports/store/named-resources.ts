import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';

/** A managed resource that a call names, and where it does so. */
export interface Touched {
  readonly address: string;
  readonly type: string;
  /** The dotted path of the record's member, and the attribute with the same value. */
  readonly key: { readonly attribute: string; readonly member: string };
  /** True if the call names it directly, in a member of its request that is not in a list. */
  readonly asked: boolean;
  /**
   * Why it may not be meant: a bare word, or the number of managed resources that have the name.
   */
  readonly doubt?: 'word' | number;
  /** For calls that an earlier run read: finds the resource even if it has another address now. */
  readonly ref?: ResourceRef;
}

/** All managed resources that one record names. */
export interface Named {
  /** The certain ones first, each address once. */
  readonly touched: readonly Touched[];
  /** How many more it names. */
  readonly more: number;
}

/** An event of an operation without a catalog entry, on managed resources. */
export interface UnknownCall extends Named {
  /** Undefined for calls that only an earlier run read, since no record is remembered. */
  readonly event?: AuditEvent;
}
