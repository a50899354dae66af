import type { Actor } from './actor.ts';
import type { Severity } from './harm.ts';
import type { Want } from './intent.ts';
import type { AttributePath } from './path.ts';

/** The person who approved something, as far as it is known. */
export interface Approver {
  /** The name in the ticket or the settings: a name, a mail address, an ARN. */
  readonly name: string;
  /**
   * From the settings, never from the approval itself. Undefined if the settings do not have it.
   */
  readonly role?: string;
  /** The worst harm that they may approve. */
  readonly carries: Severity;
  /** `trusted`: reviewed with the code, or signed by the system that the ticket is in. */
  readonly evidence: Actor['evidence'];
}

/** Permission to change one field, given in advance. It covers what it names and nothing else. */
export interface Approval {
  /** The id of the declared intent that corresponds to it. */
  readonly id: string;
  readonly approver: Approver;
  /** The principal or name of who may make the change. Defaults to anyone. */
  readonly actor?: string;
  /** The address of a resource, or of a module to cover everything in it. */
  readonly address: string;
  readonly path: AttributePath;
  readonly want: Want;
  /** When the change may be made, in ISO 8601 UTC; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly ticket: string;
}
