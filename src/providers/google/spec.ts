import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { ResourceSpec } from '../catalog/resource.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import type { GivenNames } from './names.ts';

/** What a resource belongs to. The first that is managed counts. */
export type GoogleParent =
  /** Named by a member of the body: the network of a firewall. */
  | { readonly type: string; readonly link: string }
  /** Named by the resource's own path: the cluster of a node pool. */
  | { readonly type: string; readonly path: string }
  /** The same where an id says too little: attribute -> value with variables. */
  | { readonly type: string; readonly key: Readonly<Record<string, string>> };

/** How calls name a resource. */
export interface GoogleIdentity {
  /** How a call names it, where its path does not say. */
  readonly ref?: (event: AuditEvent) => ResourceRef;
  /** The resource's name; its variables are attributes: `projects/{project}/topics/{name}`. */
  readonly path: string;
  readonly given?: GivenNames;
  /** Attributes that the path's variables make, where they are no attributes themselves. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The `id` in the state, where it is not the path; null for one that several projects may have. */
  readonly id?: string | null;
  /** Further attributes that name it -> request or response member. */
  readonly known?: Readonly<Record<string, string>>;
}

/** What a call that changes only what it is for, such as `setLabels`, may say besides. */
interface GoogleDetails {
  /** Where in the request the members are; the request itself by default. */
  readonly body?: string;
  /** The call gives all of them: what the log leaves out is not as it was. */
  readonly all?: true;
}

export interface GoogleForms {
  readonly identity: GoogleIdentity;
  readonly fields: GoogleFields;
  readonly source: string;
  readonly list: string;
  readonly parent: readonly GoogleParent[];
  /** With the variables of the path; the path where it is left out. */
  readonly importId: string;
  readonly details: GoogleDetails;
}

/**
 * A type of Google Cloud. A `patch` changes what the body has, or what the mask names; a `replace`
 * changes all: attributes in `replaces` are not as they were when the body lacks them.
 */
export interface GoogleType extends ResourceSpec<GoogleForms> {
  /** Member of the request that holds the resource; the request itself where it has none such. */
  readonly body?: string;
  readonly replaces?: readonly string[];
  /** What is left of the `set`s of a body that says one thing in several members. */
  readonly settled?: (
    sets: readonly DraftEffect[],
    managed: ManagedResource | undefined,
  ) => readonly DraftEffect[];
  /** Members of the details that show the resource as it is afterwards, where the log has no request. */
  readonly shownIn?: readonly string[];
  /** Attributes that a creation gives a value, which no log has. */
  readonly hides?: readonly string[];
  /** Attributes that only the labels of the log entry give, in capitals: attribute -> label. */
  readonly labeled?: Readonly<Record<string, string>>;
}
