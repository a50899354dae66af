import type { Actor } from './actor.ts';
import type { Severity } from './harm.ts';
import type { Want } from './intent.ts';
import type { AttributePath } from './path.ts';

/** Who let somebody do something, as far as that is known. */
export interface Approver {
  /** As the ticket or the settings have it: a name, a mail address, an ARN. */
  readonly name: string;
  /** From the settings, never from the approval itself; undefined where they do not know them. */
  readonly role?: string;
  /** The worst harm that they may let happen. */
  readonly carries: Severity;
  /** `trusted`: reviewed with the code, or signed by the system the ticket is in. */
  readonly evidence: Actor['evidence'];
}

/** Leave to change one field, given beforehand: it covers what it names and nothing else. */
export interface Approval {
  /** Id of the declared intent that it is. */
  readonly id: string;
  readonly approver: Approver;
  /** Principal or name of who may do it; anybody where left out. */
  readonly actor?: string;
  /** Address of a resource, or of a module: then of everything in it. */
  readonly address: string;
  readonly path: AttributePath;
  readonly want: Want;
  /** ISO 8601 UTC: when it may be done; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly ticket: string;
}
