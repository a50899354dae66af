import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { CatalogEntry, DraftEffect, Estate } from './types.ts';

/** What the tables of one cloud are written in. */
export interface CatalogForms {
  /** How a call names the resource that it is about. */
  readonly identity: unknown;
  /** A table of attributes and where their values are. */
  readonly fields: unknown;
  /** A single place in a call. */
  readonly source: unknown;
  /** A place in a call that has the elements of a set. */
  readonly list: unknown;
  /** What a new resource belongs to. */
  readonly parent: unknown;
  /** What `terraform import` takes. */
  readonly importId: unknown;
  /** What a call may say besides. */
  readonly details: object;
}

/**
 * A Terraform type as data: how calls name it, what it has, what each call does to it, and which of
 * its attributes may be resources of their own. One form for all clouds; how an identity and a field
 * are written is each cloud's.
 */
export interface ResourceSpec<F extends CatalogForms> {
  readonly service: string;
  readonly type: string;
  /** Types with the same ids, such as `aws_default_vpc`: the one that is managed is meant. */
  readonly aliases?: readonly string[];
  /** Types that calls may name besides, such as those that one call tags by their ARNs. */
  readonly also?: readonly string[];
  readonly identity: F['identity'];
  /** Read by each call that makes, replaces or patches the resource. */
  readonly fields: F['fields'];
  /** Read by calls that make the resource, and by no other. */
  readonly fixed?: F['fields'];
  /** What each call does, by the name that logs give it. */
  readonly calls: Readonly<Record<string, CatalogCall<F>>>;
  /** Values that nobody would write, since an absent attribute means the same. */
  readonly defaults?: JsonObject;
  /** By dotted path: what becomes of an attribute that a call which replaces all leaves out. */
  readonly resets?: JsonObject;
  readonly parent?: F['parent'];
  readonly importId?: F['importId'];
  readonly parts?: ResourceParts;
  readonly within?: Within<F>;
}

/**
 * The argument or block of another resource in which code may write all of this one. Calls are about
 * it where that resource declares it, and nothing of this type is managed.
 */
export interface Within<F extends CatalogForms> {
  readonly type: string;
  readonly identity: F['identity'];
  readonly argument: string;
  readonly fields: F['fields'];
  readonly resets?: JsonObject;
  /** The value of the argument when the resource is taken away. */
  readonly gone: Json;
}

/**
 * `create` makes the resource, `patch` changes what the call has, `replace` changes all, with what
 * the call leaves out unset, `put` does one or the other, as the resource is there or not. After
 * `touch` it is unknown what changed.
 */
export type CallVerb = 'create' | 'patch' | 'replace' | 'put' | 'delete' | 'touch';

/** What a call does to a resource: a verb with all fields of its type, or less. */
export type CatalogCall<F extends CatalogForms> = CallVerb | DetailedCall<F>;

export type DetailedCall<F extends CatalogForms> = {
  /** How this call names the resource, where it is not as the type says. */
  readonly by?: F['identity'];
  /**
   * The call is about several resources: it is read once for each element of the list `in`, which
   * stands in the request as `as`.
   */
  readonly each?: { readonly in: string; readonly as: string };
} & F['details'] &
  CallAction<F>;

export type CallAction<F extends CatalogForms> =
  | {
      readonly does: CallVerb;
      readonly fields?: F['fields'];
      /** Whether this call, with nothing in it, takes the resource away. */
      readonly deletes?: (event: AuditEvent, isManaged: boolean) => boolean;
    }
  /** A patch with these fields and no other. */
  | { readonly set: F['fields'] }
  /**
   * Values that follow from the name of the call, by dotted path. `ifDeclared`: only code that has
   * the attribute minds, and a log without the request hides nothing.
   */
  | { readonly to: JsonObject; readonly ifDeclared?: true }
  /** By attribute: the list in the request that joins the set; without a list, it becomes `all`. */
  | { readonly add: Readonly<Record<string, F['list']>>; readonly all?: readonly Json[] }
  /** By attribute: the list in the request that leaves the set; without a list, `all` is left. */
  | { readonly remove: Readonly<Record<string, F['list']>>; readonly all?: readonly Json[] }
  | { readonly tag: F['source'] }
  | { readonly untag: F['source'] }
  /** An attribute that gets a value that no log has. */
  | { readonly hides: string }
  | Special<F>;

/** What no table can say, as a small function. */
export interface Special<F extends CatalogForms> {
  readonly special: (event: AuditEvent, estate: Estate) => readonly DraftEffect[];
  /** What it sets that stands in a table, for the lint. */
  readonly reads?: F['fields'];
  /** Types that it touches besides. */
  readonly also?: readonly string[];
}

/**
 * Attributes that code may write in the resource itself or as a resource of its own, which has the
 * attribute by the same name: attribute -> that resource.
 */
export type ResourceParts = Readonly<Record<string, Part>>;

export interface Part {
  readonly type: string;
  /** Its attribute that names the whole. */
  readonly by: string;
  /** The attribute of the whole that is named; the same as `by` when left out. */
  readonly holds?: string;
}

/** One call of a resource that is to be written down as effects. */
export interface WriteCall<F extends CatalogForms> {
  readonly verb: 'create' | 'patch' | 'replace' | 'put';
  readonly resource: ResourceRef;
  readonly by: F['identity'] | undefined;
  /** The call is for these fields alone, and not for the resource. */
  readonly only: boolean;
  /** What the call may set, without `fixed`. */
  readonly fields: F['fields'];
  readonly details: F['details'];
  readonly event: AuditEvent;
  readonly estate: Estate;
}

/** How one cloud reads its tables. */
export interface TableReader<F extends CatalogForms, S extends ResourceSpec<F>> {
  /**
   * The resource that a call is about; `by` says how it is named, where the call does. Undefined
   * where the call is about none that the table is for.
   */
  refOf(
    spec: S,
    event: AuditEvent,
    estate: Estate,
    verb: CallVerb,
    by: F['identity'] | undefined,
  ): ResourceRef | undefined;
  write(spec: S, call: WriteCall<F>): readonly DraftEffect[];
  valueAt(event: AuditEvent, source: F['source']): Json | undefined;
  /** Undefined where the call has no such list. */
  elementsAt(event: AuditEvent, list: F['list']): readonly Json[] | undefined;
  /** Dotted paths that a verb sets, for the lint. */
  pathsOf(spec: S, verb: CallVerb, fields: F['fields']): readonly string[];
}

/** An entry of a table, with the fields that it reads. */
export interface TableEntry<F extends CatalogForms> extends CatalogEntry {
  readonly fields: F['fields'] | undefined;
}
