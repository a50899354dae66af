import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { ResourceSpec } from '../catalog/resource.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import type { GivenNames } from './names.ts';

/** The parent of a resource. The first managed one counts. */
export type GoogleParent =
  /** Named by a member of the body, like the network of a firewall. */
  | { readonly type: string; readonly link: string }
  /** Named by the resource's own path, like the cluster of a node pool. */
  | { readonly type: string; readonly path: string }
  /** The same for parents that an id does not identify: attribute -> value with variables. */
  | { readonly type: string; readonly key: Readonly<Record<string, string>> };

/** How calls name a resource. */
export interface GoogleIdentity {
  /** How a call names it, if its path is not sufficient. */
  readonly ref?: (event: AuditEvent) => ResourceRef;
  /** The resource's name; its variables are attributes: `projects/{project}/topics/{name}`. */
  readonly path: string;
  readonly given?: GivenNames;
  /** Attributes composed of the path's variables, if these are not attributes themselves. */
  readonly attributes?: Readonly<Record<string, string>>;
  /**
   * The `id` in the state, if it is not the path; null for one that may occur in several projects.
   */
  readonly id?: string | null;
  /** Further attributes that identify it -> request or response member. */
  readonly known?: Readonly<Record<string, string>>;
}

/** Further details of a call with a single purpose, such as `setLabels`. */
interface GoogleDetails {
  /** The path of the members in the request. Defaults to the request itself. */
  readonly body?: string;
  /** The call replaces all members, so that the value of what the log leaves out is unknown. */
  readonly all?: true;
}

export interface GoogleForms {
  readonly identity: GoogleIdentity;
  readonly fields: GoogleFields;
  readonly source: string;
  readonly list: string;
  readonly parent: readonly GoogleParent[];
  /** Contains variables of the path. Defaults to the path. */
  readonly importId: string;
  readonly details: GoogleDetails;
}

/**
 * A type of Google Cloud. A `patch` changes what the body has, or what the mask names. A `replace`
 * changes everything, so that the value of attributes in `replaces` that the body lacks is unknown.
 */
export interface GoogleType extends Omit<ResourceSpec<GoogleForms>, 'service'> {
  /** The member of the request that holds the resource. Defaults to the request itself. */
  readonly body?: string;
  readonly replaces?: readonly string[];
  /** Merges the `set`s of a body that has the same setting in several members. */
  readonly settled?: (
    sets: readonly DraftEffect[],
    managed: ManagedResource | undefined,
  ) => readonly DraftEffect[];
  /** Members of the details that show the resource after the call, if the log has no request. */
  readonly shownIn?: readonly string[];
  /** Attributes that get a value at creation which no log has. */
  readonly hides?: readonly string[];
  /**
   * Attributes that are only in the labels of the log entry, converted to capitals: attribute ->
   * label.
   */
  readonly labeled?: Readonly<Record<string, string>>;
}
