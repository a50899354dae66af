import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { CatalogEntry, DraftEffect, Estate } from './types.ts';

/** The forms in which the tables of one cloud are written. */
export interface CatalogForms {
  /** How a call names its resource. */
  readonly identity: unknown;
  /** A table of attributes with the sources of their values. */
  readonly fields: unknown;
  /** A single place in a call. */
  readonly source: unknown;
  /** A place in a call with the elements of a set. */
  readonly list: unknown;
  /** The resource that a new one belongs to. */
  readonly parent: unknown;
  /** The id for `terraform import`. */
  readonly importId: unknown;
  /** Further details of a call. */
  readonly details: object;
}

/**
 * A Terraform type as data: how calls name it, its attributes, what each call does to it, and which
 * attributes may be separate resources. All clouds share this form; each has its own form for
 * identities and fields.
 */
export interface ResourceSpec<F extends CatalogForms> {
  readonly service: string;
  readonly type: string;
  /** Types with the same ids, such as `aws_default_vpc`; the one that is managed is meant. */
  readonly aliases?: readonly string[];
  /** Further types that calls may name, such as those that one call tags by their ARNs. */
  readonly also?: readonly string[];
  readonly identity: F['identity'];
  /** Read by each call that creates, replaces or patches the resource. */
  readonly fields: F['fields'];
  /** Read only by calls that create the resource. */
  readonly fixed?: F['fields'];
  /** The effect of each call, by its name in logs. */
  readonly calls: Readonly<Record<string, CatalogCall<F>>>;
  /** Values that nobody would write, since leaving the attribute out means the same. */
  readonly defaults?: JsonObject;
  /** Dotted path -> the value of an attribute that a replacing call leaves out. */
  readonly resets?: JsonObject;
  readonly parent?: F['parent'];
  readonly importId?: F['importId'];
  readonly parts?: ResourceParts;
  readonly within?: Within<F>;
  /** The first one in use is meant. */
  readonly listings?: readonly Listing<F>[];
}

/**
 * A list of another resource in which code may have this one as an element: of values, or of blocks
 * with one name. Calls change the list if nothing of this type is managed.
 */
export interface Listing<F extends CatalogForms> {
  readonly type: string;
  /** Types with the same ids; the one that is managed is meant. */
  readonly aliases?: readonly string[];
  /** How a call names the resource with the list. */
  readonly identity: F['identity'];
  /** The argument or block with the list. */
  readonly argument: string | ((event: AuditEvent) => string);
  readonly element: ListedElement;
  /**
   * When the list has all elements: `declared` if the code has the argument, which is the default;
   * `managed` always; `assumed` if the code has the argument, or no resource of this type that
   * belongs to the one with the list. A list of what is `permitted` is kept beside resources of this
   * type, and calls change both.
   */
  readonly has?: 'declared' | 'managed' | 'assumed' | 'permitted';
  /** With `assumed`: the attribute of this type that names the resource with the list. */
  readonly by?: string;
  /** An alias whose list has all elements even if the code declares none. */
  readonly complete?: string;
}

/** An element of a list in a call; undefined where the call does not have it or the log hides it. */
export interface ListedElement {
  /** What the call adds. */
  readonly added: (event: AuditEvent) => Json | undefined;
  /** What it removes: the part that identifies the element, which is all that a deletion has. */
  readonly removed: (event: AuditEvent) => Json | undefined;
}

/**
 * The argument or block of another resource in which code may have all of this one. Calls change it
 * if that resource declares it and nothing of this type is managed.
 */
export interface Within<F extends CatalogForms> {
  readonly type: string;
  readonly identity: F['identity'];
  readonly argument: string;
  readonly fields: F['fields'];
  readonly resets?: JsonObject;
  /** The value of the argument after the resource is deleted. */
  readonly gone: Json;
}

/**
 * `create` creates the resource, `patch` changes what the call has, `replace` changes everything
 * and unsets what the call leaves out, `put` creates or replaces, depending on whether the resource
 * exists. After `touch` it is unknown what changed.
 */
export type CallVerb = 'create' | 'patch' | 'replace' | 'put' | 'delete' | 'touch';

/**
 * The effect of a call on a resource: a verb that applies to all fields of its type, or details.
 */
export type CatalogCall<F extends CatalogForms> = CallVerb | DetailedCall<F>;

export type DetailedCall<F extends CatalogForms> = {
  /** How this call names the resource, if it differs from the type's identity. */
  readonly by?: F['identity'];
  /**
   * The call concerns several resources: it is read once for each element of the list `in`, with
   * the element as the request member `as`.
   */
  readonly each?: { readonly in: string; readonly as: string };
} & F['details'] &
  CallAction<F>;

export type CallAction<F extends CatalogForms> =
  | {
      readonly does: CallVerb;
      readonly fields?: F['fields'];
      /** Tells whether this call is so empty that it deletes the resource. */
      readonly deletes?: (event: AuditEvent, isManaged: boolean) => boolean;
    }
  /** A patch of these fields only. */
  | { readonly set: F['fields'] }
  /**
   * Values that follow from the name of the call, by dotted path, so that they are known even if
   * the log lacks the request. `ifDeclared`: applies only if the code has the attribute.
   */
  | { readonly to: JsonObject; readonly ifDeclared?: true }
  /**
   * By attribute: the list in the request that is added to the set; without a list, the set becomes
   * `all`.
   */
  | { readonly add: Readonly<Record<string, F['list']>>; readonly all?: readonly Json[] }
  /**
   * By attribute: the list in the request that is removed from the set; without a list, `all`
   * remains.
   */
  | { readonly remove: Readonly<Record<string, F['list']>>; readonly all?: readonly Json[] }
  | { readonly tag: F['source'] }
  | { readonly untag: F['source'] }
  /** An attribute whose new value is in no log. */
  | { readonly hides: string }
  | Special<F>;

/** A function, for what no table can express. */
export interface Special<F extends CatalogForms> {
  readonly special: (event: AuditEvent, estate: Estate) => readonly DraftEffect[];
  /** The table of what it sets, if it has one, for the lint. */
  readonly reads?: F['fields'];
  /** Further types that it changes. */
  readonly also?: readonly string[];
}

/**
 * Attributes that code may have in the resource itself or as a separate resource with an attribute
 * of the same name: attribute -> that resource.
 */
export type ResourceParts = Readonly<Record<string, Part>>;

export interface Part {
  readonly type: string;
  /** The part's attribute that names its parent. */
  readonly by: string;
  /** The parent's attribute that is named. Defaults to `by`. */
  readonly holds?: string;
}

/** A call on a resource that is to be translated into effects. */
export interface WriteCall<F extends CatalogForms> {
  readonly verb: 'create' | 'patch' | 'replace' | 'put';
  readonly resource: ResourceRef;
  readonly by: F['identity'] | undefined;
  /** The call changes only these fields, not the resource as a whole. */
  readonly only: boolean;
  /** The fields that the call may set, without `fixed`. */
  readonly fields: F['fields'];
  readonly details: F['details'];
  readonly event: AuditEvent;
  readonly estate: Estate;
}

/** Reads the tables of one cloud. */
export interface TableReader<F extends CatalogForms, S extends ResourceSpec<F>> {
  /**
   * The resource that a call concerns; `by` replaces the type's identity. Undefined if the table
   * does not cover the call's resource.
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
  /** Undefined if the call has no such list. */
  elementsAt(event: AuditEvent, list: F['list']): readonly Json[] | undefined;
  /** Dotted paths that a verb sets, for the lint. */
  pathsOf(spec: S, verb: CallVerb, fields: F['fields']): readonly string[];
}

/** An entry of a table, with the fields that it reads. */
export interface TableEntry<F extends CatalogForms> extends CatalogEntry {
  readonly fields: F['fields'] | undefined;
}
